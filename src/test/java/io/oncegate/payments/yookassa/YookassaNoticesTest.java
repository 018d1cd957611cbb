package io.oncegate.payments.yookassa;

import static io.oncegate.outbound.wire.Answers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.outbound.wire.Answers;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Notices.Scheme;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YookassaNoticesTest {

    private static final String PAYMENT_ID = "22e12f66-000f-5000-8000-18db351245c7";
    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "RUB", "token", null, "k");
    private static final String PAYMENT = "{'id':'" + PAYMENT_ID + "','status':'succeeded',"
            + "'amount':{'value':'10.50','currency':'RUB'},'metadata':{'reference':'01K0'}}";
    private static final String REFUND = "{'id':'216749f7-0016-50be-b000-078d43a63ae4','payment_id':'" + PAYMENT_ID
            + "','status':'succeeded','amount':{'value':'10.50','currency':'RUB'}}";

    private final YookassaNotices notices = new YookassaNotices();

    @ParameterizedTest
    @ValueSource(strings = {"payment.succeeded", "payment.canceled", "payment.waiting_for_capture"})
    void nameThePaymentAndOurReference(String event) {
        var notice = notices.read(json(notification(event, PAYMENT))).orElseThrow();

        assertThat(notice.eventId()).isEmpty();
        assertThat(notice.type()).isEqualTo(event);
        assertThat(notice.externalId()).contains(PAYMENT_ID);
        assertThat(notice.reference()).contains("01K0");
        assertThat(notice.meaning().apply(CHARGE)).isEqualTo(new Succeeded(PAYMENT_ID));
    }

    @Test
    void nameThePaymentOfARefundAndSayNothingOfIt() {
        var notice =
                notices.read(json(notification("refund.succeeded", REFUND))).orElseThrow();

        assertThat(notice.externalId()).contains(PAYMENT_ID);
        assertThat(notice.reference()).isEmpty();
        assertThat(notice.meaning().apply(CHARGE)).isEqualTo(new Absent(Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "",
                "[]",
                "{'type':'notification','event':'payout.succeeded','object':{'id':'x'}}",
                "{'type':'notification','event':'payment.succeeded','object':[]}",
                "{'type':'notification','object':{'id':'x'}}",
                "{'event':'payment.succeeded','object':{'id':'x'}}"
            })
    void areAboutSomethingElse(String body) {
        assertThat(notices.read(json(body))).isEmpty();
    }

    @Test
    void areSignedByNobody() {
        assertThat(notices.scheme()).isEqualTo(Scheme.UNSIGNED);
        assertThat(notices.acknowledgement()).isEmpty();
    }

    @Test
    void nameASaneIdOrNoneWhateverIsSent() {
        for (byte[] body : Answers.broken(notification("payment.succeeded", PAYMENT), System.nanoTime())) {
            notices.read(body).ifPresent(notice -> {
                notice.externalId().ifPresent(id -> assertThat(id).matches("[A-Za-z0-9][A-Za-z0-9_.:-]{0,254}"));
                assertThat(notice.meaning().apply(CHARGE)).isNotNull();
            });
        }
    }

    private static String notification(String event, String object) {
        return "{'type':'notification','event':'" + event + "','object':" + object + "}";
    }
}
