package io.oncegate.payments.tbank;

import static io.oncegate.outbound.wire.Answers.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Notices.Scheme;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.Pending;
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

class TbankNoticesTest {

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "RUB", "145919", null, "k");
    private static final Optional<String> ID = Optional.of("13660");

    private final TbankNotices notices = new TbankNotices();

    static Stream<Arguments> notifications() {
        String part = notification("PARTIAL_REFUNDED").replace("1050", "50");
        return Stream.of(
                arguments(notification("AUTHORIZED"), new Pending(ID)),
                arguments(notification("3DS_CHECKED"), new Pending(ID)),
                arguments(notification("3DS_CHECKING"), new ActionRequired("13660", Optional.empty())),
                arguments(notification("NEW"), new Absent(ID)),
                arguments(notification("CONFIRMED"), new Succeeded("13660")),
                arguments(notification("CONFIRMED").replace("13660", "'13660'"), new Succeeded("13660")),
                arguments(notification("CONFIRMED").replace("1050", "1"), new Mismatch("amount", ID)),
                arguments(notification("CONFIRMED").replace("01K0", "01K1"), new Mismatch("reference", ID)),
                arguments(notification("CONFIRMED").replace("true", "false"), new Unknown("error-0", false)),
                arguments(failed("REJECTED", 1051), new Declined("code_1051", ID)),
                arguments(notification("REJECTED"), new Declined("rejected", ID)),
                arguments(notification("AUTH_FAIL"), new Declined("auth_fail", ID)),
                arguments(failed("DEADLINE_EXPIRED", 99), new Canceled("13660")),
                arguments(notification("CANCELED"), new Canceled("13660")),
                arguments(notification("REFUNDED"), new Refunded("13660")),
                arguments(notification("REVERSED"), new Refunded("13660")),
                arguments(part, new Absent(Optional.empty())),
                arguments(notification("PARTIAL_REVERSED"), new Absent(Optional.empty())),
                arguments(notification("SOMETHING"), new Unknown("unknown-state", false)));
    }

    @ParameterizedTest
    @MethodSource("notifications")
    void meanOneThing(String body, ProviderOutcome meaning) {
        var notice = notices.read(json(body)).orElseThrow();

        assertThat(notice.eventId()).isEmpty();
        assertThat(notice.externalId()).isEqualTo(ID);
        assertThat(notice.meaning().apply(CHARGE)).isEqualTo(meaning);
    }

    @Test
    void nameThePaymentAndOurReference() {
        var notice = notices.read(json(notification("CONFIRMED"))).orElseThrow();

        assertThat(notice.type()).isEqualTo("CONFIRMED");
        assertThat(notice.reference()).contains("01K0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "",
                "OK",
                "{'NotificationType':'LINKCARD','Success':true,'ErrorCode':'0','CardId':'1'}",
                "{'Status':'CONFIRMED'}"
            })
    void areAboutSomethingElse(String body) {
        assertThat(notices.read(json(body))).isEmpty();
    }

    @Test
    void areSignedInsideAndAnsweredWithOk() {
        assertThat(notices.scheme()).isEqualTo(Scheme.TOKEN);
        assertThat(notices.acknowledgement()).isEqualTo("OK");
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        for (String whole : new String[] {notification("CONFIRMED"), notification("REFUNDED")}) {
            for (byte[] body : Answers.broken(whole, seed)) {
                notices.read(body).ifPresent(notice -> {
                    ProviderOutcome meaning = notice.meaning().apply(CHARGE);
                    JsonNode read = Answers.read(body);
                    if (meaning instanceof Succeeded || meaning instanceof Refunded) {
                        assertThat(read.path("Amount").longValue())
                                .as("seed %d", seed)
                                .isEqualTo(1050);
                        assertThat(read.path("OrderId").textValue())
                                .as("seed %d", seed)
                                .isEqualTo("01K0");
                    }
                    assertThat(meaning).as("seed %d", seed).isNotNull();
                });
            }
        }
    }

    private static String notification(String status) {
        return "{'TerminalKey':'1DEMO','OrderId':'01K0','Success':true,'Status':'" + status
                + "','PaymentId':13660,'ErrorCode':'0','Amount':1050,'CardId':322264,'Pan':'430000******0777',"
                + "'ExpDate':'1122','Token':'x'}";
    }

    private static String failed(String status, int code) {
        return notification(status).replace("true", "false").replace("'0'", "'" + code + "'");
    }
}
