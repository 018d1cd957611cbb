package io.oncegate.messages.gateway;

import io.oncegate.outbound.CallResult;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.Reply;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gateway that answers each message when the test says so, and whatever the test says. */
public final class HandDrivenGateway implements Remote, GatewayProtocol {
    private static final byte[] NO_BODY = {};

    private final GatewayDescriptor descriptor;
    private final Gateway gateway;
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Deadline> deadlines = new CopyOnWriteArrayList<>();
    private final List<DispatchOutcome> outcomes = new CopyOnWriteArrayList<>();
    private final List<UniEmitter<? super CallResult>> waiting = new CopyOnWriteArrayList<>();
    private int callsLeft = Integer.MAX_VALUE;

    private HandDrivenGateway(boolean canAll, int inFlight) {
        this.descriptor = FakeProtocol.descriptor("fake", canAll);
        var settings = Settings.of(
                GatewaysConfig.class,
                Map.of(
                        "oncegate.messages.gateways.fake.dialect",
                        "fake",
                        "oncegate.messages.gateways.fake.in-flight",
                        Integer.toString(inFlight)));
        this.gateway = new Gateway("fake", settings, this, Optional.empty(), this);
    }

    /** One that recognises messages and answers questions. */
    public static HandDrivenGateway keyed(int inFlight) {
        return new HandDrivenGateway(true, inFlight);
    }

    /** One that can do neither. */
    public static HandDrivenGateway keyless(int inFlight) {
        return new HandDrivenGateway(false, inFlight);
    }

    public Gateway gateway() {
        return gateway;
    }

    /** The ids of messages that were sent to it, in order. */
    public List<String> sent() {
        return sent;
    }

    /** The ids that it was asked for. */
    public List<String> asked() {
        return asked;
    }

    /** Until when each request might have left. */
    public List<Deadline> deadlines() {
        return deadlines;
    }

    public void setCallsLeft(int calls) {
        callsLeft = calls;
    }

    /** Answers the call that has waited longest. */
    public void answer(DispatchOutcome outcome) {
        outcomes.add(outcome);
        complete(new CallResult.Answered(
                new Reply(200, Map.of(), Integer.toString(outcomes.size() - 1).getBytes(StandardCharsets.US_ASCII))));
    }

    /** The call that has waited longest never left. */
    public void doNotLetLeave(CallResult.NotSentReason reason) {
        complete(new CallResult.NotSent(reason, Optional.of(Duration.ZERO)));
    }

    private void complete(CallResult result) {
        waiting.remove(0).complete(result);
    }

    @Override
    public GatewayDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public OutboundRequest send(OutgoingMessage message) {
        return new OutboundRequest("POST", message.id(), Map.of(), NO_BODY);
    }

    @Override
    public DispatchOutcome read(Reply reply) {
        return outcomes.get(Integer.parseInt(new String(reply.body(), StandardCharsets.US_ASCII)));
    }

    @Override
    public Optional<OutboundRequest> status(String messageId) {
        return descriptor.answersQuestions()
                ? Optional.of(new OutboundRequest("GET", messageId, Map.of(), NO_BODY))
                : Optional.empty();
    }

    @Override
    public DispatchOutcome readStatus(Reply reply) {
        return read(reply);
    }

    @Override
    public Optional<Receipt> receipt(byte[] body) {
        return Optional.empty();
    }

    @Override
    public Uni<CallResult> call(OutboundRequest request, Deadline leaveBy) {
        return Uni.createFrom().emitter(call -> {
            (request.method().equals("POST") ? sent : asked).add(request.target());
            deadlines.add(leaveBy);
            waiting.add(call);
        });
    }

    @Override
    public Optional<Duration> unavailableFor() {
        return Optional.empty();
    }

    @Override
    public int callsLeft() {
        return callsLeft;
    }

    @Override
    public int inFlight() {
        return waiting.size();
    }

    @Override
    public boolean isBreakerOpen() {
        return false;
    }

    @Override
    public void credentialsRefused() {}

    @Override
    public Uni<Void> warmUp() {
        return Uni.createFrom().voidItem();
    }
}
