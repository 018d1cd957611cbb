package io.oncegate.outbound;

import io.oncegate.outbound.CallResult.Answered;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A third party that gives one result to every call, at once or when it is told to. */
public final class FakeRemote implements Remote {
    private final List<OutboundRequest> requests = new ArrayList<>();
    private final List<Deadline> deadlines = new ArrayList<>();
    private final List<UniEmitter<? super CallResult>> waiting = new ArrayList<>();
    private Uni<CallResult> result;
    private int refusals;

    private FakeRemote(Uni<CallResult> result) {
        this.result = result;
    }

    public static FakeRemote giving(CallResult result) {
        return new FakeRemote(Uni.createFrom().item(result));
    }

    public static FakeRemote answering(int status, String body) {
        return giving(answer(status, body));
    }

    public static FakeRemote failing(RuntimeException failure) {
        return new FakeRemote(Uni.createFrom().failure(failure));
    }

    /** One whose calls wait for {@link #goOn}. */
    public static FakeRemote holding() {
        var remote = new FakeRemote(Uni.createFrom().nothing());
        remote.result = Uni.createFrom().emitter(remote.waiting::add);
        return remote;
    }

    public static CallResult answer(int status, String body) {
        return new Answered(new Reply(status, Map.of(), body.getBytes(StandardCharsets.US_ASCII)));
    }

    public void goOn(CallResult given) {
        waiting.forEach(call -> call.complete(given));
    }

    public List<OutboundRequest> requests() {
        return requests;
    }

    public List<Deadline> deadlines() {
        return deadlines;
    }

    /** How often the credentials were called refused. */
    public int refusals() {
        return refusals;
    }

    @Override
    public Uni<CallResult> call(OutboundRequest request, Deadline leaveBy) {
        return Uni.createFrom().deferred(() -> {
            requests.add(request);
            deadlines.add(leaveBy);
            return result;
        });
    }

    @Override
    public Optional<Duration> unavailableFor() {
        return Optional.empty();
    }

    @Override
    public int callsLeft() {
        return Integer.MAX_VALUE;
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
    public void credentialsRefused() {
        refusals++;
    }

    @Override
    public Uni<Void> warmUp() {
        return Uni.createFrom().voidItem();
    }
}
