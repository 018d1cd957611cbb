package io.oncegate.payments;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.payments.Descriptor.LookUp;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A protocol that can do everything, or what its descriptor says. Its requests say in their target what they are for; a
 * body of {@code fault} or {@code error} breaks the reading of an answer.
 */
final class FakeDialect implements Dialect {
    static final Descriptor CAN_ALL = descriptor("fake", 64, true);

    /** As a protocol says that it found nothing readable: with what was read. */
    static final String SECRET = "card 4242";

    static final String SIGNING_SECRET = "also for requests";

    private final Descriptor descriptor;

    FakeDialect(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    static Descriptor descriptor(String name, int longestKey, boolean answersQuestions) {
        return new Descriptor(
                name,
                List.of(ProviderOperation.CREATE, ProviderOperation.CONFIRM),
                longestKey,
                Duration.ofHours(24),
                true,
                answersQuestions,
                answersQuestions ? LookUp.STRONG : LookUp.NONE,
                answersQuestions,
                Duration.ofMinutes(2));
    }

    /** Makes such a dialect, for credentials with a secret. */
    static DialectFactory factory(String name, Optional<URI> home) {
        return new DialectFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Optional<URI> home() {
                return home;
            }

            @Override
            public boolean isComplete(Credentials credentials) {
                return credentials.secret().isPresent();
            }

            @Override
            public Descriptor descriptor() {
                return FakeDialect.descriptor(name, 64, true);
            }

            @Override
            public Dialect speaking(Credentials credentials) {
                return new FakeDialect(descriptor());
            }
        };
    }

    @Override
    public Descriptor descriptor() {
        return descriptor;
    }

    @Override
    public Optional<String> refusal(long amount, String currency) {
        return amount > 1000 ? Optional.of("is too much") : Optional.empty();
    }

    @Override
    public FrozenRequest freeze(
            ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
        return new FrozenRequest(
                operation, "/" + operation.wire() + "/" + externalId, "text/plain", new byte[] {1}, key);
    }

    @Override
    public OutboundRequest leaving(FrozenRequest request) {
        if (request.target().contains("fault")) {
            throw new IllegalArgumentException(SECRET);
        }
        return new OutboundRequest("POST", request.target(), Map.of(), request.body());
    }

    @Override
    public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
        breakBy(reply);
        return new Succeeded("by " + operation.wire());
    }

    @Override
    public Optional<OutboundRequest> status(Charge charge, String externalId) {
        return question("/status/" + externalId);
    }

    @Override
    public Optional<OutboundRequest> lookUp(Charge charge) {
        return question("/look-up/" + charge.reference());
    }

    @Override
    public Optional<OutboundRequest> cancel(Charge charge, String externalId) {
        return question("/cancel/" + externalId);
    }

    @Override
    public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
        breakBy(reply);
        return new Pending(Optional.of("by " + question.wire()));
    }

    @Override
    public Optional<String> signingSecret() {
        return Optional.of(SIGNING_SECRET);
    }

    private Optional<OutboundRequest> question(String target) {
        return descriptor.answersQuestions()
                ? Optional.of(new OutboundRequest("GET", target, Map.of(), new byte[0]))
                : Optional.empty();
    }

    private static void breakBy(Reply reply) {
        var body = new String(reply.body(), StandardCharsets.US_ASCII);
        if (body.equals("fault")) {
            throw new IllegalArgumentException(SECRET);
        }
        if (body.equals("error")) {
            throw new StackOverflowError(SECRET);
        }
    }
}
