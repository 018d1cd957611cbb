package io.oncegate.payments.stripe;

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

class StripeNoticesTest {

    private static final Charge CHARGE = new Charge("01K0", 1, 1050, "EUR", "pm_1", null, "k");

    private static final Optional<String> ID = Optional.of("pi_1");
    private static final String URL = "https://hooks.stripe.com/3ds";
    private static final String REDIRECT =
            ",'next_action':{'type':'redirect_to_url','redirect_to_url':{'url':'" + URL + "'}}";

    private final StripeNotices notices = new StripeNotices();

    static Stream<Arguments> events() {
        return Stream.concat(intents(), charges());
    }

    private static Stream<Arguments> intents() {
        return Stream.of(
                arguments("payment_intent.created", intent("requires_confirmation"), new Absent(ID)),
                arguments("payment_intent.created", intent("requires_payment_method"), new Absent(ID)),
                arguments(
                        "payment_intent.requires_action",
                        intent("requires_action", REDIRECT),
                        new ActionRequired("pi_1", URL)),
                arguments(
                        "payment_intent.requires_action",
                        intent("requires_action"),
                        new ActionRequired("pi_1", Optional.empty())),
                arguments("payment_intent.processing", intent("processing"), new Pending(ID)),
                arguments("payment_intent.succeeded", intent("succeeded"), new Succeeded("pi_1")),
                arguments(
                        "payment_intent.succeeded",
                        intent("succeeded", ",'amount_received':1"),
                        new Mismatch("amount", ID)),
                arguments("payment_intent.succeeded", intent("succeeded").replace("1050", "1"), amount()),
                arguments(
                        "payment_intent.requires_action",
                        intent("requires_action").replace("1050", "1"),
                        amount()),
                arguments(
                        "payment_intent.succeeded",
                        intent("succeeded").replace("eur", "usd"),
                        new Mismatch("currency", ID)),
                arguments(
                        "payment_intent.succeeded",
                        intent("succeeded").replace("'01K0'", "'01K1'"),
                        new Mismatch("reference", ID)),
                arguments("payment_intent.succeeded", "{}", new Unknown("unreadable", false)),
                arguments("payment_intent.requires_action", "{'status':'requires_action'}", unreadable()),
                arguments(
                        "payment_intent.payment_failed",
                        intent("requires_payment_method", ",'last_payment_error':{'decline_code':'lost_card'}"),
                        new Declined("lost_card", ID)),
                arguments("payment_intent.canceled", intent("canceled"), new Canceled("pi_1")));
    }

    private static Stream<Arguments> charges() {
        return Stream.of(
                arguments("charge.refunded", charge(true, 1050), new Refunded("pi_1")),
                arguments("charge.refunded", charge(false, 50), new Absent(Optional.empty())),
                arguments(
                        "charge.refunded", charge(false, 50).replace("false", "'true'"), new Absent(Optional.empty())),
                arguments(
                        "charge.refunded",
                        charge(true, 1050).replace("'pi_1'", "{'id':'pi_1','object':'payment_intent'}"),
                        new Refunded("pi_1")),
                arguments(
                        "charge.refunded",
                        charge(true, 1050).replace("'reference':'01K0'", "'x':'y'"),
                        new Refunded("pi_1")),
                arguments("charge.refunded", charge(true, 1050).replace("'pi_1'", "null"), unreadable()),
                arguments("charge.refunded", charge(true, 1050).replace("1050", "1051"), amount()));
    }

    @ParameterizedTest
    @MethodSource("events")
    void meanOneThing(String type, String object, ProviderOutcome meaning) {
        var notice = notices.read(json(event(type, object))).orElseThrow();

        assertThat(notice.eventId()).contains("evt_1");
        assertThat(notice.type()).isEqualTo(type);
        assertThat(notice.meaning().apply(CHARGE)).isEqualTo(meaning);
    }

    @Test
    void nameThePaymentAndOurReference() {
        var succeeded = notices.read(json(event("payment_intent.succeeded", intent("succeeded"))))
                .orElseThrow();
        var refunded =
                notices.read(json(event("charge.refunded", charge(true, 1050)))).orElseThrow();

        assertThat(succeeded.externalId()).isEqualTo(ID);
        assertThat(refunded.externalId()).isEqualTo(ID);
        assertThat(succeeded.reference()).contains("01K0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "charge.succeeded",
                "charge.updated",
                "refund.created",
                "payment_intent.amount_capturable_updated",
                "customer.created",
                "payment_intent",
                "PAYMENT_INTENT.SUCCEEDED"
            })
    void areAboutSomethingElse(String type) {
        assertThat(notices.read(json(event(type, intent("succeeded"))))).isEmpty();
    }

    @Test
    void areSignedTheirOwnWayAndNeedNoWord() {
        assertThat(notices.scheme()).isEqualTo(Scheme.STRIPE);
        assertThat(notices.acknowledgement()).isEmpty();
    }

    @Test
    void succeedOnlyWhenEverythingIsEqual() {
        long seed = System.nanoTime();
        for (String whole : new String[] {
            event("payment_intent.succeeded", intent("succeeded")), event("charge.refunded", charge(true, 1050))
        }) {
            for (byte[] body : Answers.broken(whole, seed)) {
                notices.read(body).ifPresent(notice -> {
                    ProviderOutcome meaning = notice.meaning().apply(CHARGE);
                    JsonNode object = Answers.read(body).path("data").path("object");
                    if (meaning instanceof Succeeded || meaning instanceof Refunded) {
                        assertThat(object.path("amount").longValue())
                                .as("seed %d", seed)
                                .isEqualTo(1050);
                        assertThat(object.path("currency").textValue())
                                .as("seed %d", seed)
                                .isEqualTo("eur");
                    }
                    assertThat(meaning).as("seed %d", seed).isNotNull();
                });
            }
        }
    }

    private static Unknown unreadable() {
        return new Unknown("unreadable", false);
    }

    private static Mismatch amount() {
        return new Mismatch("amount", ID);
    }

    private static String event(String type, String object) {
        return "{'id':'evt_1','object':'event','type':'" + type + "','data':{'object':" + object + "}}";
    }

    private static String intent(String status) {
        return intent(status, "");
    }

    private static String intent(String status, String more) {
        return ("{'id':'pi_1','object':'payment_intent','status':'%s','amount':1050,'currency':'eur',"
                        + "'metadata':{'order_id':'01K0','reference':'01K0'}%s}")
                .formatted(status, more);
    }

    private static String charge(boolean refunded, long back) {
        return ("{'id':'ch_1','object':'charge','payment_intent':'pi_1','status':'succeeded','amount':1050,"
                        + "'amount_refunded':%d,'refunded':%b,'currency':'eur','metadata':{'reference':'01K0'}}")
                .formatted(back, refunded);
    }
}
