package io.oncegate.orders;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderExportIT {

    private static final String EXPORT = "/v1/orders/export";
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.123Z");

    /** More bytes than the server's system takes in while nobody reads: 15 MB. */
    private static final int MANY = 40_000;

    private static final String LONG_NAME = "\uD83D\uDE00".repeat(64);

    private final Merchant merchant = Instance.shared().newMerchant();

    @ParameterizedTest
    @ValueSource(ints = {1, 499, 500, 501, 1000, 1300})
    void writesEachOrderOnALineOfItsOwn(int count) {
        OrderRows.insert(merchant, 1, count, NOON);

        RawResponse answer = merchant.get(EXPORT);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers("Content-Type")).containsExactly("application/x-ndjson");
        assertThat(answer.headers("Cache-Control")).containsExactly("no-store");
        assertThat(answer.text()).isEqualTo(lines(1, count));
    }

    @Test
    void writesAnOrderAsItIsReadOneByOne() {
        String order = merchant.post("/v1/orders", """
                        {"user_id": "user\\n17", "amount": 1999, "currency": "EUR", "external_id": "cart \u2028 1"}""").text();

        assertThat(merchant.get(EXPORT).text()).isEqualTo(order + "\n");
    }

    @Test
    void writesNothingWhereNothingIs() {
        RawResponse answer = merchant.get(EXPORT);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers("Content-Type")).containsExactly("application/x-ndjson");
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "700, 701", "1199, 1200"})
    void goesOnAfterAnOrder(int after, int first) {
        OrderRows.insert(merchant, 1, 1200, NOON);

        assertThat(merchant.get(EXPORT + "?after=" + OrderRows.id(after)).text())
                .isEqualTo(lines(first, 1200));
    }

    @Test
    void writesNothingAfterTheLastOrder() {
        OrderRows.insert(merchant, 1, 3, NOON);

        assertThat(merchant.get(EXPORT + "?after=" + OrderRows.id(3)).body()).isEmpty();
        assertThat(merchant.get(EXPORT + "?after=").text()).isEqualTo(lines(1, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "%00", "01JDYZ0F6T7V8W9X0Y1Z2A3B4%00", "01jdyz0f6t7v8w9x0y1z2a3b4c"})
    void refusesToGoOnAfterWhatIsNoOrder(String after) {
        assertThatAnswer(merchant.get(EXPORT + "?after=" + after))
                .isInvalid("/after", "must be the order_id of an earlier line");
    }

    @Test
    void writesNoOrderOfAnotherTenant() {
        OrderRows.insert(Instance.shared().newMerchant(), 1, 3, NOON);
        OrderRows.insert(merchant, 2, 2, NOON);

        assertThat(merchant.get(EXPORT).text()).isEqualTo(lines(2, 2));
    }

    @Test
    void holdsNothingButItsPlaceWhileItsReaderIsSlow() {
        OrderRows.insert(merchant, 1, MANY, NOON, LONG_NAME);
        Merchant neighbour = Instance.shared().newMerchant();

        try (RawHttp slow = beginExport()) {
            assertThatAnswer(merchant.get(EXPORT)).isProblem(503, "overloaded");
            assertThat(merchant.get(EXPORT).header("Retry-After")).contains("10");
            assertThat(neighbour.get(EXPORT).status()).isEqualTo(200);
            await().untilAsserted(() -> assertThat(busyConnections()).isZero());
            OrderRows.insert(merchant, MANY + 1, MANY + 1, NOON, LONG_NAME);

            assertThat(slow.receive().text().lines())
                    .as("what came in while the export was under way: it was not read beforehand")
                    .hasSize(MANY + 1);
        }
        await().untilAsserted(() -> assertThat(
                        merchant.get(EXPORT + "?after=" + OrderRows.id(MANY)).status())
                .isEqualTo(200));
    }

    @Test
    void endsWhenItsReaderHangsUp() {
        OrderRows.insert(merchant, 1, MANY, NOON, LONG_NAME);
        RawHttp slow = beginExport();
        assertThatAnswer(merchant.get(EXPORT)).isProblem(503, "overloaded");

        slow.hangUp();

        await().untilAsserted(() -> assertThat(
                        merchant.get(EXPORT + "?after=" + OrderRows.id(MANY)).status())
                .isEqualTo(200));
    }

    @Test
    void doesNotPretendToBeCompleteWhenItFails() {
        OrderRows.insert(merchant, 1, 1300, NOON);
        merchant.instance()
                .database()
                .execute(
                        "UPDATE orders SET metadata = '[]' WHERE tenant_id = ? AND order_id = ?",
                        merchant.tenant(),
                        OrderRows.id(1200));

        assertThatThrownBy(() -> merchant.get(EXPORT))
                .as("an answer that breaks off")
                .isInstanceOf(UncheckedIOException.class);
        assertThatAnswer(merchant.get(EXPORT + "?after=" + OrderRows.id(1199))).isProblem(500, "internal");
        assertThat(merchant.get(EXPORT + "?after=" + OrderRows.id(1200)).text()).isEqualTo(lines(1201, 1300));
    }

    /** The row cannot be read: whoever tries fails. */
    @Test
    void readsNothingForWhoeverAsksForTheHeadAlone() throws IOException, InterruptedException {
        OrderRows.insert(merchant, 1, 1, NOON);
        merchant.instance()
                .database()
                .execute("UPDATE orders SET metadata = '[]' WHERE tenant_id = ?", merchant.tenant());
        assertThatAnswer(merchant.get(EXPORT)).isProblem(500, "internal");

        HttpResponse<Void> head = head(EXPORT);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().allValues("Content-Type")).containsExactly("application/x-ndjson");
        assertThat(head.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(head(EXPORT + "?after=x").statusCode()).isEqualTo(422);
    }

    private HttpResponse<Void> head(String target) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        merchant.instance().service().url().resolve(target))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .header("X-Api-Key", merchant.apiKey())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    /** An export of which nothing is read but that it has begun. */
    private RawHttp beginExport() {
        return RawHttp.connectForSlowReading(merchant.instance().service().url())
                .send(merchant.request("GET", EXPORT))
                .awaitFirstByte();
    }

    private long busyConnections() {
        return merchant.instance()
                .database()
                .count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'oncegate' AND state <> 'idle'");
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> """
                        {"order_id":"%s","status":"created","user_id":"user-17","amount":%d,"currency":"EUR",\
                        "created_at":"2026-01-31T12:00:00.123Z"}
                        """.formatted(OrderRows.id(number), number))
                .collect(Collectors.joining());
    }
}
