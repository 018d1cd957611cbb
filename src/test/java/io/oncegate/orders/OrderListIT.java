package io.oncegate.orders;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderListIT {

    private static final String ORDERS = "/v1/orders";
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00.123Z");

    private final Merchant merchant = Instance.shared().newMerchant();

    @Test
    void listsNothingWhereNothingIs() {
        assertThatAnswer(merchant.get(ORDERS)).isJson(200).hasBody("{\"items\":[]}");
    }

    @Test
    void listsOrdersAsTheyAreReadOneByOne() {
        RawResponse order = merchant.post(ORDERS, """
                {"user_id": "user-17", "amount": 1999, "currency": "EUR", "external_id": "cart-1"}""");

        assertThatAnswer(merchant.get(ORDERS)).isJson(200).hasBody("{\"items\":[" + order.text() + "]}");
    }

    @Test
    void listsTwentyNewestFirstUnlessAskedForMore() {
        OrderRows.insert(merchant, 1, 101, NOON);

        assertThat(ids(merchant.get(ORDERS))).isEqualTo(idsDown(101, 82));
        assertThat(ids(merchant.get(ORDERS + "?limit=100"))).isEqualTo(idsDown(101, 2));
        assertThat(ids(merchant.get(ORDERS + "?limit=1"))).isEqualTo(idsDown(101, 101));
    }

    @Test
    void endsWithAPageThatIsFullWithoutAskingForAnEmptyOne() {
        OrderRows.insert(merchant, 1, 4, NOON);

        JsonObject first = Merchant.json(merchant.get(ORDERS + "?limit=2"));
        JsonObject last = Merchant.json(merchant.get(ORDERS + "?limit=2&cursor=" + first.getString("next_cursor")));

        assertThat(first.fieldNames()).containsExactly("items", "next_cursor");
        assertThat(last.fieldNames()).containsExactly("items");
        assertThat(last.getJsonArray("items")).hasSize(2);
    }

    @Test
    void neitherRepeatsNorSkipsAnOrderWhileOthersComeIn() {
        OrderRows.insert(merchant, 1, 10, NOON);
        OrderRows.insert(merchant, 11, 17, NOON.plusMillis(1));
        OrderRows.insert(merchant, 18, 20, NOON.minusMillis(1));
        List<String> seen = new ArrayList<>();

        RawResponse page = merchant.get(ORDERS + "?limit=3");
        for (int newer = 21; Merchant.json(page).containsKey("next_cursor"); newer++) {
            seen.addAll(ids(page));
            OrderRows.insert(merchant, newer, newer, NOON.plusMillis(1));
            page = merchant.get(
                    ORDERS + "?limit=3&cursor=" + Merchant.json(page).getString("next_cursor"));
        }
        seen.addAll(ids(page));

        List<String> all = new ArrayList<>(idsDown(17, 11));
        all.addAll(idsDown(10, 1));
        all.addAll(idsDown(20, 18));
        assertThat(seen).isEqualTo(all);
    }

    @Test
    void showsNobodyTheOrdersOfAnotherTenant() {
        Merchant other = Instance.shared().newMerchant();
        OrderRows.insert(other, 1, 5, NOON);
        OrderRows.insert(merchant, 6, 6, NOON);

        String cursor = Merchant.json(other.get(ORDERS + "?limit=1")).getString("next_cursor");

        assertThat(ids(merchant.get(ORDERS))).containsExactly(OrderRows.id(6));
        assertThat(ids(merchant.get(ORDERS + "?cursor=" + cursor))).isEmpty();
    }

    @Test
    void findsOrdersByTheMerchantsReference() {
        String order = """
                {"user_id": "user-17", "amount": 1999, "currency": "EUR", "external_id": "cart 1/\u00e9\uD83D\uDE00"}""";
        RawResponse placed = merchant.post(ORDERS, order);
        OrderRows.insertFailed(merchant, 1, NOON, "cart 1/\u00e9\uD83D\uDE00");
        OrderRows.insertFailed(merchant, 2, NOON, "cart 1/\u00e9\uD83D\uDE00");
        OrderRows.insertFailed(merchant, 3, NOON, "CART 1/\u00e9\uD83D\uDE00");
        String target = ORDERS + "?external_id=" + URLEncoder.encode("cart 1/\u00e9\uD83D\uDE00", UTF_8);

        List<String> first = ids(merchant.get(target + "&limit=2"));
        String cursor = Merchant.json(merchant.get(target + "&limit=2")).getString("next_cursor");
        List<String> second = ids(merchant.get(target + "&limit=2&cursor=" + cursor));

        assertThat(first).containsExactly(Merchant.json(placed).getString("order_id"), OrderRows.id(2));
        assertThat(second).containsExactly(OrderRows.id(1));
        assertThat(ids(merchant.get(ORDERS + "?external_id=cart"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "101",
                "-1",
                "1.0",
                "1e1",
                "abc",
                "%00",
                "%2B5",
                "0x10",
                "99999999999999999999",
                "%D9%A3"
            })
    void refusesAnotherLimit(String limit) {
        assertThatAnswer(merchant.get(ORDERS + "?limit=" + limit))
                .isInvalid("/limit", "must be a whole number from 1 to 100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "%00", "MTc5NjA0ODgwMTU4Mjo", "%F0%9F%98%80", "null"})
    void refusesACursorThatItDidNotGive(String cursor) {
        assertThatAnswer(merchant.get(ORDERS + "?cursor=" + cursor))
                .isInvalid("/cursor", "must be the next_cursor of an earlier page");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65, 5000})
    void refusesAReferenceThatNoOrderHas(int length) {
        assertThatAnswer(merchant.get(ORDERS + "?external_id=" + "x".repeat(length)))
                .isInvalid("/external_id", "must have 1 to 64 characters, and no U+0000");
    }

    @Test
    void asksTheStorageForNoCharacterThatItCannotKeep() {
        assertThatAnswer(merchant.get(ORDERS + "?external_id=a%00b"))
                .isInvalid("/external_id", "must have 1 to 64 characters, and no U+0000");
    }

    private static List<String> ids(RawResponse page) {
        assertThatAnswer(page).isJson(200);
        return Merchant.json(page).getJsonArray("items").stream()
                .map(item -> ((JsonObject) item).getString("order_id"))
                .toList();
    }

    /** The ids of some orders, newest first. */
    private static List<String> idsDown(int newest, int oldest) {
        return IntStream.rangeClosed(oldest, newest)
                .map(number -> newest + oldest - number)
                .mapToObj(OrderRows::id)
                .toList();
    }
}
