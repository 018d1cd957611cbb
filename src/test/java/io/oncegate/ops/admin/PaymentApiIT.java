package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ops.admin.Shop.Placed;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator is shown of payments, and what is no verdict. What verdicts do: {@link PaymentVerdictsIT}. */
class PaymentApiIT {

    private static final String PAYMENTS = Shop.PAYMENTS;

    private static Database database;
    private static ServiceProcess service;
    private static Api operator;

    private final Shop shop = Shop.opened(operator, database);
    private final PaymentRows payments = shop.payments();

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        service = ServiceLaunch.on(database).start();
        operator = Api.ofOperator(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void showsWhatIsKnownOfAPayment() {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", "pi_shown");

        List<JsonObject> items = shop.listed("unknown");

        assertThat(items).hasSize(1);
        JsonObject item = items.get(0);
        assertThat(item.getString("id")).isEqualTo(attempt);
        assertThat(item.getString("order_id")).isEqualTo(order.id());
        assertThat(item.getString("account")).isEqualTo(PaymentRows.ACCOUNT);
        assertThat(item.getLong("amount")).isEqualTo(100);
        assertThat(item.getString("currency")).isEqualTo("EUR");
        assertThat(item.getInteger("attempt")).isEqualTo(1);
        assertThat(item.getString("operation")).isEqualTo("confirm");
        assertThat(item.getString("status")).isEqualTo("unknown");
        assertThat(item.getString("last_outcome")).isEqualTo("timeout");
        assertThat(item.getString("external_id")).isEqualTo("pi_shown");
        assertThat(item.getInteger("checks")).isEqualTo(3);
        assertThat(item.getLong("age_seconds")).isBetween(0L, 600L);
        assertThat(Instant.parse(item.getString("next_check_at"))).isAfter(Instant.parse(item.getString("checked_at")));
        assertThat(item.fieldNames()).contains("created_at").doesNotContain("reason");
    }

    @Test
    void showsWhyAPaymentIsInReview() {
        String attempt = payments.attempt(shop.place().id(), 1, "unknown", null);
        payments.leaveToAnOperator(attempt, "not_known_in_time");

        List<JsonObject> items = shop.listed("review");

        assertThat(shop.listed("unknown")).isEmpty();
        assertThat(items).hasSize(1);
        assertThat(items.get(0).getString("id")).isEqualTo(attempt);
        assertThat(items.get(0).getString("reason")).isEqualTo("not_known_in_time");
        assertThat(items.get(0).fieldNames()).doesNotContain("next_check_at", "external_id");
    }

    @Test
    void listsTheOldestFirstPageByPage() {
        List<String> attempts = List.of(
                payments.attempt(shop.place().id(), 1, "prepared", null),
                payments.attempt(shop.place().id(), 1, "prepared", null),
                payments.attempt(shop.place().id(), 1, "prepared", null));

        JsonObject first = json(operator.get(PAYMENTS + "?status=prepared&limit=2"));
        JsonObject rest =
                json(operator.get(PAYMENTS + "?status=prepared&limit=2&cursor=" + first.getString("next_cursor")));

        assertThat(ids(first)).isEqualTo(attempts.subList(0, 2));
        assertThat(ids(rest)).isEqualTo(attempts.subList(2, 3));
        assertThat(rest.containsKey("next_cursor")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', /status",
        "?status=, /status",
        "?status=succeeded, /status",
        "?status=unknown&limit=0, /limit",
        "?status=unknown&cursor=x, /cursor"
    })
    void refusesAQueryThatIsNone(String query, String pointer) {
        RawResponse answer = operator.get(PAYMENTS + query);

        assertThat(outcome(answer)).isEqualTo("422 validation-failed");
        assertThat(pointerOf(answer)).isEqualTo(pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                          | /outcome",
                "[]                                          | ''",
                "{\"outcome\":\"paid\",\"note\":\"n\"}       | /outcome",
                "{\"outcome\":\"succeeded\",\"note\":\"n\"}  | /external_id",
                "{\"outcome\":\"not_executed\"}              | /note"
            })
    void refusesAVerdictThatIsNone(String body, String pointer) {
        String attempt = payments.attempt(shop.place().id(), 1, "unknown", null);

        RawResponse answer = operator.post(PAYMENTS + "/" + attempt + "/resolve", body);

        assertThat(outcome(answer)).isEqualTo("422 validation-failed");
        assertThat(pointerOf(answer)).isEqualTo(pointer);
        assertThat(payments.statusOf(attempt)).isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"note\":\"a\",\"note\":\"b\"}"})
    void refusesABodyThatCannotBeRead(String body) {
        String attempt = payments.attempt(shop.place().id(), 1, "unknown", null);

        assertThat(outcome(operator.post(PAYMENTS + "/" + attempt + "/resolve", body)))
                .isEqualTo("400 malformed-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01J0000000000000000000000A", "x", "%00", "01j0000000000000000000000a"})
    void knowsNoPaymentWhereNoneIs(String id) {
        assertThat(outcome(shop.resolve(id, "not_executed", null))).isEqualTo("404 not-found");
    }

    @Test
    void isForOperatorsOnly() {
        String attempt = payments.attempt(shop.place().id(), 1, "unknown", null);

        assertThat(outcome(shop.merchant().get(PAYMENTS + "?status=unknown"))).isEqualTo("403 forbidden");
        assertThat(outcome(shop.merchant().post(PAYMENTS + "/" + attempt + "/resolve", "{}")))
                .isEqualTo("403 forbidden");
        assertThat(payments.statusOf(attempt)).isEqualTo("unknown");
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("items").stream()
                .map(item -> ((JsonObject) item).getString("id"))
                .toList();
    }

    private static String pointerOf(RawResponse answer) {
        return json(answer).getJsonArray("errors").getJsonObject(0).getString("pointer");
    }
}
