package io.oncegate.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.outbound.CallResult;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.outbound.FakeRemote;
import io.oncegate.outbound.Remote;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.LogCapture;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Charge CHARGE =
            new Charge("01J0000000000000000000000A", 1, 100, "EUR", "pm_1", null, "client-key");
    private static final Deadline LATER = Deadline.in(Duration.ofHours(1));

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @ParameterizedTest
    @CsvSource({
        "NO_CONNECTION, no-connection",
        "BULKHEAD_FULL, bulkhead-full",
        "QUOTA_USED_UP, quota-used-up",
        "BREAKER_OPEN, breaker-open",
        "TOO_LATE, too-late"
    })
    void whatDidNotLeaveWasNotSent(NotSentReason reason, String word) {
        var wait = Optional.of(Duration.ofSeconds(3));

        assertThat(sent(FakeRemote.giving(new CallResult.NotSent(reason, wait))))
                .isEqualTo(new NotSent(word, wait));
        assertThat(sent(FakeRemote.giving(new CallResult.NotSent(reason, Optional.empty()))))
                .isEqualTo(new NotSent(word, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"TIMEOUT, timeout", "CONNECTION_CLOSED, closed", "TOO_LARGE, too-large"})
    void whatWasLostIsUnknown(LostReason reason, String word) {
        assertThat(sent(FakeRemote.giving(new Lost(reason)))).isEqualTo(new Unknown(word, false));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProviderOperation.class,
            names = {"CREATE", "CONFIRM"})
    void anAnswerToAnOperationIsRead(ProviderOperation operation) {
        var remote = FakeRemote.answering(200, "");
        var account = account(remote, FakeDialect.CAN_ALL);

        var outcome = outcome(account.send(account.freeze(operation, CHARGE, "ext"), CHARGE, LATER));

        assertThat(outcome).isEqualTo(new Succeeded("by " + operation.wire()));
        assertThat(remote.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.target()).isEqualTo("/" + operation.wire() + "/ext"));
        assertThat(remote.deadlines()).containsExactly(LATER);
    }

    @Test
    void anAnswerToAQuestionIsReadAsOne() {
        var remote = FakeRemote.answering(404, "");
        var account = account(remote, FakeDialect.CAN_ALL);

        assertThat(questions(account).map(AccountTest::outcome))
                .containsExactly(
                        new Pending(Optional.of("by status")),
                        new Pending(Optional.of("by look_up")),
                        new Pending(Optional.of("by cancel")));

        assertThat(remote.requests())
                .extracting(request -> request.target())
                .containsExactly("/status/ext", "/look-up/" + CHARGE.orderId(), "/cancel/ext");
        assertThat(remote.deadlines()).noneMatch(Deadline::passed);
    }

    @Test
    void aQuestionThatThereIsNotIsAnsweredByNobody() {
        var remote = FakeRemote.answering(200, "");
        var account = account(remote, FakeDialect.descriptor("mute", 0, false));

        assertThat(questions(account).map(AccountTest::outcome))
                .hasSize(3)
                .containsOnly(new Unknown("no-such-question", false));

        assertThat(remote.requests()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusedCredentialsStopTheAccount(int status) {
        var remote = FakeRemote.answering(status, FakeDialect.SECRET);
        var account = account(remote, FakeDialect.CAN_ALL);
        var refused = new NotSent("credentials-refused", Optional.of(Remote.PAUSE_AFTER_REFUSAL));
        try (var log = LogCapture.of(Account.class)) {
            assertThat(sent(remote)).isEqualTo(refused);
            assertThat(questions(account).map(AccountTest::outcome)).containsOnly(refused);

            assertThat(remote.refusals()).isEqualTo(4);
            assertThat(log.lines())
                    .hasSize(4)
                    .contains("a provider refuses the credentials account=acme operation=create status=" + status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fault", "error"})
    void aDialectThatCannotReadLeavesItUnknown(String body) {
        var remote = FakeRemote.answering(200, body);
        var account = account(remote, FakeDialect.CAN_ALL);
        try (var log = LogCapture.of(Account.class)) {
            assertThat(sent(remote)).isEqualTo(new Unknown("fault", false));
            assertThat(questions(account).map(AccountTest::outcome)).containsOnly(new Unknown("fault", false));

            assertThat(log.lines())
                    .hasSize(4)
                    .contains("a dialect failed account=acme operation=create")
                    .noneMatch(line -> line.contains(FakeDialect.SECRET));
        }
    }

    @Test
    void aDialectThatCannotWriteLeavesItUnknownToo() {
        var remote = FakeRemote.answering(200, "");
        var account = account(remote, FakeDialect.CAN_ALL);
        try (var log = LogCapture.of(Account.class)) {
            var frozen = account.freeze(ProviderOperation.CREATE, CHARGE, "fault");

            assertThat(outcome(account.send(frozen, CHARGE, LATER))).isEqualTo(new Unknown("fault", false));

            assertThat(remote.requests()).isEmpty();
            assertThat(log.lines()).containsExactly("a dialect failed account=acme operation=create");
        }
    }

    @Test
    void aRemoteThatFailsAgainstItsWordLeavesItUnknown() {
        assertThat(sent(FakeRemote.failing(new IllegalStateException(FakeDialect.SECRET))))
                .isEqualTo(new Unknown("fault", false));
    }

    @Test
    void callsAreCountedAndThoseThatLeftAreTimed() {
        // When
        var unused = sent(FakeRemote.answering(200, ""));
        unused = sent(FakeRemote.answering(200, ""));
        unused = sent(FakeRemote.answering(401, ""));
        unused = sent(FakeRemote.giving(new Lost(LostReason.TIMEOUT)));
        unused = sent(FakeRemote.giving(new CallResult.NotSent(NotSentReason.BREAKER_OPEN, Optional.empty())));
        unused = outcome(
                account(FakeRemote.answering(200, ""), FakeDialect.CAN_ALL).lookUp(CHARGE));

        // Then
        assertThat(calls("create", "succeeded")).isEqualTo(2);
        assertThat(calls("create", "not_sent")).isEqualTo(2);
        assertThat(calls("create", "unknown")).isEqualTo(1);
        assertThat(calls("look_up", "pending")).isEqualTo(1);
        assertThat(registry.get("oncegate.provider")
                        .tags("account", "acme", "operation", "create")
                        .timer()
                        .count())
                .isEqualTo(4);
    }

    @Test
    void whoAsksTheSameCallTwiceGetsOneOutcomeTwice() {
        var remote = FakeRemote.answering(200, "");
        var account = account(remote, FakeDialect.CAN_ALL);
        var call = account.send(account.freeze(ProviderOperation.CREATE, CHARGE, null), CHARGE, LATER);
        assertThat(remote.requests()).isEmpty();

        assertThat(outcome(call)).isSameAs(outcome(call));

        assertThat(remote.requests()).hasSize(1);
        assertThat(calls("create", "succeeded")).isEqualTo(1);
    }

    @Test
    void whatAnAnswerMeansForTheAccountDoesNotHangOnWhoWaits() {
        var remote = FakeRemote.holding();
        var account = account(remote, FakeDialect.CAN_ALL);
        var call = account.status(CHARGE, "ext").subscribe().with(outcome -> {});

        call.cancel();
        remote.goOn(FakeRemote.answer(403, ""));

        assertThat(remote.refusals()).isEqualTo(1);
        assertThat(calls("status", "not_sent")).isEqualTo(1);
    }

    @Test
    void whatIsKnownOfTheProviderHoldsUnlessSettingsSayOtherwise() {
        var plain = account(FakeRemote.answering(200, ""), FakeDialect.CAN_ALL);
        var set = account(
                FakeRemote.answering(200, ""),
                FakeDialect.CAN_ALL,
                Map.of("settle-after", "7s", "key-retention", "1h", "require-return-url", "true"));

        assertThat(plain.settleAfter()).isEqualTo(FakeDialect.CAN_ALL.longestProcessing());
        assertThat(plain.keyRetention()).isEqualTo(FakeDialect.CAN_ALL.keyRetention());
        assertThat(plain.requiresReturnUrl()).isFalse();
        assertThat(set.settleAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(set.keyRetention()).isEqualTo(Duration.ofHours(1));
        assertThat(set.requiresReturnUrl()).isTrue();
        assertThat(plain.name()).isEqualTo("acme");
        assertThat(plain.refusal(1001, "EUR")).contains("is too much");
        assertThat(plain.refusal(1000, "EUR")).isEmpty();
    }

    @Test
    void noticesAreSignedWithWhatIsSetOrWithTheDialectsOwn() {
        var remote = FakeRemote.answering(200, "");
        var set = account(remote, FakeDialect.CAN_ALL, Map.of("webhook-secrets", "whsec_new,whsec_old"));

        assertThat(set.webhookSecrets()).containsExactly("whsec_new", "whsec_old");
        assertThat(account(remote, FakeDialect.CAN_ALL).webhookSecrets()).containsExactly(FakeDialect.SIGNING_SECRET);
        assertThat(set.notices()).isEmpty();
    }

    @Test
    void whatIsFrozenHasTheKeyThatSettingsAskFor() {
        var verbatim = account(FakeRemote.answering(200, ""), FakeDialect.CAN_ALL, Map.of("provider-key", "verbatim"));
        var derived = account(FakeRemote.answering(200, ""), FakeDialect.CAN_ALL);
        var keyless = account(FakeRemote.answering(200, ""), FakeDialect.descriptor("keyless", 0, false));

        assertThat(verbatim.freeze(ProviderOperation.CONFIRM, CHARGE, null).key())
                .isEqualTo("client-key");
        assertThat(derived.freeze(ProviderOperation.CONFIRM, CHARGE, null).key())
                .isEqualTo(derived.freeze(ProviderOperation.CONFIRM, CHARGE, "other")
                        .key())
                .hasSize(64);
        assertThat(keyless.freeze(ProviderOperation.CONFIRM, CHARGE, null).key())
                .isNull();
    }

    private ProviderOutcome sent(Remote remote) {
        var account = account(remote, FakeDialect.CAN_ALL);
        return outcome(account.send(account.freeze(ProviderOperation.CREATE, CHARGE, null), CHARGE, LATER));
    }

    private static Stream<Uni<ProviderOutcome>> questions(Account account) {
        return List.of(account.status(CHARGE, "ext"), account.lookUp(CHARGE), account.cancel(CHARGE, "ext")).stream();
    }

    private static ProviderOutcome outcome(Uni<ProviderOutcome> call) {
        return call.await().atMost(PATIENCE);
    }

    private double calls(String operation, String outcome) {
        return registry.get("oncegate.provider.calls")
                .tags("account", "acme", "operation", operation, "outcome", outcome)
                .counter()
                .count();
    }

    private Account account(Remote remote, Descriptor descriptor) {
        return account(remote, descriptor, Map.of());
    }

    private Account account(Remote remote, Descriptor descriptor, Map<String, String> given) {
        var settings = new HashMap<String, String>();
        settings.put("oncegate.payments.accounts.acme.dialect", descriptor.name());
        given.forEach((member, value) -> settings.put("oncegate.payments.accounts.acme." + member, value));
        var config = Settings.of(PaymentsConfig.class, settings).accounts().get("acme");
        return new Account("acme", config, new FakeDialect(descriptor), remote, new ProviderMetrics(registry));
    }
}
