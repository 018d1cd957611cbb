package io.oncegate.payments;

import io.oncegate.outbound.CallResult;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.Reply;
import io.oncegate.payments.PaymentsConfig.AccountConfig;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Unknown;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An account at a provider that payments can go through. Its calls never fail: whatever is not known afterwards is an
 * {@link Unknown}. They go on when whoever asked for them has left, and a {@code Uni} that is asked again gives the same
 * outcome without another call. Thread-safe.
 */
public final class Account {

    private static final Logger LOG = Logger.getLogger(Account.class);

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** What a dialect says of an answer that refuses the account's credentials. */
    private static final String CREDENTIALS_REFUSED = "credentials-refused";

    /** A question does nothing, and may leave whenever there is a connection. */
    private static final Duration AT_ANY_TIME = Duration.ofHours(1);

    private final String name;
    private final AccountConfig config;
    private final Dialect dialect;
    private final Remote remote;
    private final ProviderMetrics metrics;

    Account(String name, AccountConfig config, Dialect dialect, Remote remote, ProviderMetrics metrics) {
        this.name = name;
        this.config = config;
        this.dialect = dialect;
        this.remote = remote;
        this.metrics = metrics;
    }

    /** Its name in settings, tables and labels. */
    public String name() {
        return name;
    }

    /** What its provider can do. */
    public Descriptor descriptor() {
        return dialect.descriptor();
    }

    /** Calls of this instance that may be under way at a time. */
    public int mostInFlight() {
        return config.inFlight();
    }

    /** When to come again, where no call of this instance would leave at this moment; empty where one would. */
    public Optional<Duration> unavailableFor() {
        return remote.unavailableFor();
    }

    /** Calls of this instance that may begin at this moment. */
    public int callsLeft() {
        return remote.callsLeft();
    }

    /** Whether a payment through it needs an address that the payer comes back to. */
    public boolean requiresReturnUrl() {
        return config.requireReturnUrl();
    }

    /** After this long, a request that left has either had its effect or never will. */
    public Duration settleAfter() {
        return config.settleAfter().orElse(descriptor().longestProcessing());
    }

    /** How long the provider remembers a key. */
    public Duration keyRetention() {
        return config.keyRetention().orElse(descriptor().keyRetention());
    }

    /** How its provider tells of payments unasked; empty where it does not. */
    public Optional<Notices> notices() {
        return dialect.notices();
    }

    /** What its provider's notices may be signed with: any of these; empty where nobody knows. */
    public List<String> webhookSecrets() {
        return config.webhookSecrets()
                .orElseGet(() -> dialect.signingSecret().stream().toList());
    }

    /** Why this amount cannot be asked for, as the rest of a sentence about the member; empty when it can. */
    public Optional<String> refusal(long amount, String currency) {
        return dialect.refusal(amount, currency);
    }

    /**
     * What one of the descriptor's operations sends, with the key that it will have for ever.
     *
     * @param externalId the provider's id, for an operation that follows another
     */
    public FrozenRequest freeze(ProviderOperation operation, Charge charge, @Nullable String externalId) {
        String key = ProviderKey.of(operation, charge, descriptor(), config.providerKey());
        return dialect.freeze(operation, charge, externalId, key);
    }

    /**
     * Sends what was frozen, once.
     *
     * @param leaveBy looked at immediately before the first byte leaves: when it has passed, nothing does
     */
    public Uni<ProviderOutcome> send(FrozenRequest request, Charge charge, Deadline leaveBy) {
        ProviderOperation operation = request.operation();
        return call(
                operation,
                () -> Optional.of(dialect.leaving(request)),
                reply -> dialect.read(operation, charge, reply),
                leaveBy);
    }

    /** Asks for a payment by the provider's id. */
    public Uni<ProviderOutcome> status(Charge charge, String externalId) {
        return ask(ProviderOperation.STATUS, charge, () -> dialect.status(charge, externalId));
    }

    /** Asks for a payment by our reference. */
    public Uni<ProviderOutcome> lookUp(Charge charge) {
        return ask(ProviderOperation.LOOK_UP, charge, () -> dialect.lookUp(charge));
    }

    /** Stops a payment for good, where it has not moved money. */
    public Uni<ProviderOutcome> cancel(Charge charge, String externalId) {
        return ask(ProviderOperation.CANCEL, charge, () -> dialect.cancel(charge, externalId));
    }

    /** Opens connections ahead of the first payment. */
    Uni<Void> warmUp() {
        return remote.warmUp();
    }

    private Uni<ProviderOutcome> ask(
            ProviderOperation question, Charge charge, Supplier<Optional<OutboundRequest>> writing) {
        return call(question, writing, reply -> dialect.readAbout(question, charge, reply), Deadline.in(AT_ANY_TIME));
    }

    /** The call hangs on nobody who waits for it: what an answer means for the account is seen to in any case. */
    private Uni<ProviderOutcome> call(
            ProviderOperation operation,
            Supplier<Optional<OutboundRequest>> writing,
            Function<Reply, ProviderOutcome> reading,
            Deadline leaveBy) {
        return Uni.createFrom()
                .<ProviderOutcome>emitter(
                        outcome -> new Call(operation, reading, outcome::complete).begin(writing, leaveBy))
                .memoize()
                .indefinitely();
    }

    /** One call, from the writing of its request to the meaning of its answer. */
    private final class Call {
        private final ProviderOperation operation;
        private final Function<Reply, ProviderOutcome> reading;
        private final Consumer<ProviderOutcome> result;
        private Stage stage = Stage.UNTOLD;

        Call(ProviderOperation operation, Function<Reply, ProviderOutcome> reading, Consumer<ProviderOutcome> result) {
            this.operation = operation;
            this.reading = reading;
            this.result = result;
        }

        void begin(Supplier<Optional<OutboundRequest>> writing, Deadline leaveBy) {
            Optional<OutboundRequest> request;
            try {
                request = writing.get();
            } catch (RuntimeException | Error fault) {
                result.accept(fault(fault));
                return;
            }
            if (request.isEmpty()) {
                result.accept(new Unknown("no-such-question", false));
                return;
            }
            ProviderMetrics.Begun begun = metrics.begun(name, operation);
            stage = Stage.current().call("provider " + operation.wire());
            remote.call(request.get(), leaveBy)
                    .subscribe()
                    .with(end -> ended(begun, end), fault -> ended(begun, fault(fault), true));
        }

        private void ended(ProviderMetrics.Begun begun, CallResult end) {
            ProviderOutcome outcome = end.match(this::answered, Account::notSent, Account::lost);
            ended(begun, outcome, !(end instanceof CallResult.NotSent));
        }

        private void ended(ProviderMetrics.Begun begun, ProviderOutcome outcome, boolean left) {
            begun.ended(outcome, left);
            tell(outcome);
            result.accept(outcome);
        }

        private void tell(ProviderOutcome outcome) {
            stage.say("oncegate.account", name);
            stage.say("oncegate.operation", operation.wire());
            stage.say("oncegate.outcome", outcome.word());
            stage.end();
        }

        /** Some providers refuse credentials by the status, and some in an answer that only their dialect reads. */
        private ProviderOutcome answered(Reply reply) {
            boolean refusedAtTheDoor = reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN;
            ProviderOutcome outcome =
                    refusedAtTheDoor ? new NotSent(CREDENTIALS_REFUSED, Optional.empty()) : read(reply);
            if (!(outcome instanceof NotSent turnedAway && turnedAway.why().equals(CREDENTIALS_REFUSED))) {
                return outcome;
            }
            remote.credentialsRefused();
            LOG.warnf(
                    "a provider refuses the credentials account=%s operation=%s status=%d",
                    name, operation.wire(), reply.status());
            return new NotSent(CREDENTIALS_REFUSED, Optional.of(Remote.PAUSE_AFTER_REFUSAL));
        }

        private ProviderOutcome read(Reply reply) {
            try {
                return reading.apply(reply);
            } catch (RuntimeException | Error fault) {
                return fault(fault);
            }
        }

        /** Without the fault's own words, which may quote what was written or read. */
        private Unknown fault(Throwable fault) {
            Throwable told = new IllegalStateException(fault.getClass().getName());
            told.setStackTrace(fault.getStackTrace());
            LOG.errorf(told, "a dialect failed account=%s operation=%s", name, operation.wire());
            return new Unknown("fault", false);
        }
    }

    private static NotSent notSent(CallResult.NotSent nothing) {
        return new NotSent(word(nothing.reason()), nothing.retryAfter());
    }

    private static Unknown lost(LostReason reason) {
        return new Unknown(reason == LostReason.CONNECTION_CLOSED ? "closed" : word(reason), false);
    }

    private static String word(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
