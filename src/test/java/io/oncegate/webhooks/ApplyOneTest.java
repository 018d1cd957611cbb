package io.oncegate.webhooks;

import static io.oncegate.webhooks.FakeEvents.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Traces;
import io.oncegate.testsupport.LogCapture;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is recorded of one webhook, whatever its source's teller makes of it. */
class ApplyOneTest {
    private static final int MOST_FAULTS = 5;

    private final FakeEvents events = new FakeEvents();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private Supplier<Uni<Effect>> hearing = () -> Uni.createFrom().item(Effect.APPLIED);
    private int heard;

    private final Teller teller = new Teller() {
        @Override
        public Optional<About> about(byte[] body) {
            return Optional.empty();
        }

        @Override
        public Uni<Effect> apply(byte[] body, String eventId) {
            heard++;
            return hearing.get();
        }

        @Override
        public Optional<Hint> hint(byte[] body) {
            return Optional.empty();
        }
    };

    private final ApplyOne one = new ApplyOne(
            name -> name.equals("stripe")
                    ? Optional.of(new Source(name, new Trust.Closed(), "", teller))
                    : Optional.empty(),
            events,
            new WebhookMetrics(meters),
            MOST_FAULTS,
            Traces.OFF);

    private void apply(ClaimedEvent event) {
        one.apply(event).subscribeAsCompletionStage().join();
    }

    private double counted(String outcome) {
        return meters.find("oncegate.webhooks").tags("account", "stripe", "outcome", outcome).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        "APPLIED, applied null, applied",
        "IN_REVIEW, applied in_review, applied",
        "NOTHING_NEW, ignored nothing_new, ignored",
        "SAYS_NOTHING, ignored says_nothing, ignored",
        "UNREADABLE, failed unreadable, failed",
        "NOT_KNOWN_HERE, parked not_known_here again in 1 s, parked",
        "LATER, received later again in 1 s, later"
    })
    void recordsEachEffect(Effect effect, String recorded, String outcome) {
        hearing = () -> Uni.createFrom().item(effect);

        apply(event("e"));

        assertThat(events.told).containsExactly("e " + recorded);
        assertThat(counted(outcome)).isEqualTo(outcome.equals("later") ? 0 : 1);
    }

    @Test
    void whatIsParkedStaysParkedWithGrowingPauses() {
        hearing = () -> Uni.createFrom().item(Effect.NOT_KNOWN_HERE);
        apply(event("e", EventStatus.PARKED, 5, 0));

        hearing = () -> Uni.createFrom().item(Effect.LATER);
        apply(event("e", EventStatus.PARKED, 20, 0));

        assertThat(events.told)
                .containsExactly("e parked not_known_here again in 32 s", "e parked later again in 3600 s");
        assertThat(counted("parked")).isZero();
    }

    @Test
    void whatIsTriedNoMoreIsToldToTheOperator() {
        hearing = () -> Uni.createFrom().item(Effect.NOT_KNOWN_HERE);
        events.givesUp = true;

        try (var log = LogCapture.of(ApplyOne.class)) {
            apply(event("e", EventStatus.PARKED, 30, 0));

            assertThat(log.lines()).singleElement().asString().contains("operator", "id=e", "account=stripe");
        }
        assertThat(counted("given_up")).isEqualTo(1);
    }

    @Test
    void aStorageThatIsAwayIsNoFaultOfTheWebhook() {
        hearing = () -> Uni.createFrom()
                .failure(Problem.of(ProblemType.STORAGE_UNAVAILABLE, "away").toException());

        apply(event("e", EventStatus.RECEIVED, 3, 4));

        assertThat(events.told).containsExactly("e received later again in 8 s");
    }

    @Test
    void aFaultIsTriedAgainSeveralTimesAndFailsThen() {
        hearing = () -> {
            throw new IllegalStateException("the body is 4111111111111111");
        };

        try (var log = LogCapture.of(ApplyOne.class)) {
            for (var faults = 0; faults < MOST_FAULTS; faults++) {
                apply(event("e", EventStatus.RECEIVED, faults, faults));
            }

            assertThat(log.lines()).noneMatch(line -> line.contains("4111"));
        }

        assertThat(events.told)
                .containsExactly(
                        "e received fault again in 1 s, a fault",
                        "e received fault again in 2 s, a fault",
                        "e received fault again in 4 s, a fault",
                        "e received fault again in 8 s, a fault",
                        "e failed fault");
        assertThat(counted("failed")).isEqualTo(1);
    }

    @Test
    void whatItsTakersDoNotSurviveIsTakenNoMore() {
        apply(event("e", EventStatus.RECEIVED, 5, MOST_FAULTS));

        assertThat(heard).isZero();
        assertThat(events.told).containsExactly("e failed fault");
    }

    @Test
    void whatCameOfASourceThatIsGoneWaitsForIt() {
        var orphan = new ClaimedEvent("e", "gone", "type", EventStatus.RECEIVED, new byte[0], new UUID(0, 0), 0, 0);

        apply(orphan);

        assertThat(events.told).containsExactly("e received later again in 1 s");
    }
}
