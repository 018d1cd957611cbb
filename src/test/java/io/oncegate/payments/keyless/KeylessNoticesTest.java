package io.oncegate.payments.keyless;

import static io.oncegate.outbound.wire.Answers.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Notices.Scheme;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeylessNoticesTest {

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "EUR", "m", null, "k");
    private static final Optional<String> ID = Optional.of("c1");

    private final KeylessNotices notices = new KeylessNotices();

    static Stream<Arguments> events() {
        return Stream.of(
                arguments("charge.succeeded", charge("succeeded"), new Succeeded("c1")),
                arguments("charge.declined", charge("declined"), new Declined("declined", ID)),
                arguments("charge.refunded", charge("refunded"), new Refunded("c1")),
                arguments("charge.succeeded", charge("succeeded").replace("1050", "1"), new Mismatch("amount", ID)),
                arguments("charge.succeeded", charge("succeeded").replace("EUR", "USD"), new Mismatch("currency", ID)),
                arguments("charge.refunded", charge("succeeded"), new Unknown("contradiction", false)),
                arguments("charge.succeeded", "{}", new Unknown("contradiction", false)),
                arguments("charge.disputed", charge("disputed"), new Unknown("unknown-state", false)));
    }

    @ParameterizedTest
    @MethodSource("events")
    void meanOneThing(String type, String data, ProviderOutcome meaning) {
        var notice = notices.read(json(event(type, data))).orElseThrow();

        assertThat(notice.eventId()).isEmpty();
        assertThat(notice.type()).isEqualTo(type);
        assertThat(notice.meaning().apply(CHARGE)).isEqualTo(meaning);
    }

    @Test
    void nameThePaymentAndOurReference() {
        var notice = notices.read(json(event("charge.succeeded", charge("succeeded"))))
                .orElseThrow();

        assertThat(notice.externalId()).isEqualTo(ID);
        assertThat(notice.reference()).contains("01K0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "", "{'type':'message.sent','data':{}}", "{'type':'charge.succeeded','data':'c1'}"})
    void areAboutSomethingElse(String body) {
        assertThat(notices.read(json(body))).isEmpty();
    }

    @Test
    void areSignedAsStandardWebhooksAre() {
        assertThat(notices.scheme()).isEqualTo(Scheme.STANDARD);
        assertThat(notices.acknowledgement()).isEmpty();
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        for (byte[] body : Answers.broken(event("charge.succeeded", charge("succeeded")), seed)) {
            notices.read(body).ifPresent(notice -> {
                ProviderOutcome meaning = notice.meaning().apply(CHARGE);
                JsonNode data = Answers.read(body).path("data");
                if (meaning instanceof Succeeded) {
                    assertThat(data.path("amount").longValue())
                            .as("seed %d", seed)
                            .isEqualTo(1050);
                    assertThat(data.path("reference").textValue())
                            .as("seed %d", seed)
                            .isEqualTo("01K0");
                }
                assertThat(meaning).as("seed %d", seed).isNotNull();
            });
        }
    }

    private static String event(String type, String data) {
        return "{'type':'" + type + "','timestamp':'2026-01-02T03:04:05Z','data':" + data + "}";
    }

    private static String charge(String status) {
        return "{'id':'c1','reference':'01K0','amount':1050,'currency':'EUR','status':'" + status + "'}";
    }
}
