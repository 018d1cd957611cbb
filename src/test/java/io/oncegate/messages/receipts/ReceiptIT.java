package io.oncegate.messages.receipts;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.outbound.RawPeer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.outbound.RawPeer;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Kannel brings, and what somebody might who is none, to the packaged service. */
class ReceiptIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ADDRESS = Pattern.compile("[?&]dlr-url=([^& ]+)");
    private static final String US = "http://us.example";
    private static final String DELIVERED = "1";
    private static final String UNDELIVERED = "2";
    private static final String SENT = "8";

    /** What this address may send in the time of the tests, and by far less than it brings receipts. */
    private static final int MOST_REQUESTS = 500;

    private static final int MANY = 3 * MOST_REQUESTS;

    /** It takes every message. */
    private static final RawPeer KANNEL = RawPeer.answering(answer(202, "0: Accepted for delivery"));

    private static Instance instance;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        var service = ServiceLaunch.on(database)
                .with("ONCEGATE_MESSAGES_DEFAULT_GATEWAY", "kannel")
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_URL", KANNEL.url().toString())
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_ID", "user")
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_SECRET", "secret")
                .with("ONCEGATE_MESSAGES_GATEWAYS_KANNEL_RECEIPT_URL", US)
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_CAPACITY", String.valueOf(MOST_REQUESTS))
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_REFILL", "1/h")
                .start();
        instance = new Instance(database, service);
    }

    @AfterAll
    static void stop() {
        if (instance != null) {
            instance.service().close();
        }
        KANNEL.close();
    }

    @Test
    void moveAMessageUpwardsOnly() {
        var id = sent();

        assertThat(after(id, SENT)).isEqualTo("sent");
        assertThat(after(id, UNDELIVERED)).isEqualTo("undelivered");
        assertThat(after(id, SENT)).isEqualTo("undelivered");
        assertThat(after(id, DELIVERED)).isEqualTo("delivered");
        assertThat(after(id, "16")).isEqualTo("delivered");
        assertThat(after(id, DELIVERED)).isEqualTo("delivered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "32", "-1", "delivered"})
    void sayNothingByAKindThatThereIsNot(String status) {
        var id = sent();

        assertThat(after(id, status)).isEqualTo("sent");
    }

    @Test
    void areTakenOnlyAtAnAddressThatWasGivenOut() {
        var id = sent();
        var address = address(id).replace("%d", DELIVERED);
        var token = address.replaceFirst(".*[?]t=([0-9a-f]+)&.*", "$1");
        var another = address(sent()).replaceFirst(".*[?]t=([0-9a-f]+)&.*", "$1");
        var nobodys = "01J00000000000000000000000";

        Stream.of(
                        address.replace(token, another),
                        address.replace(token, token.substring(1)),
                        address.replace(token, token + "0"),
                        address.replace(token, ""),
                        address.replace("t=" + token + "&", ""),
                        address.replace(id, nobodys),
                        address.replace(id, "x"),
                        address.replace(id, nobodys).replace(token, ReceiptToken.of("secret", nobodys)))
                .forEach(forged -> assertThatAnswer(brought(forged)).isProblem(404, "not-found"));
        assertThat(status(id)).isEqualTo("sent");
        assertThatAnswer(brought(address)).hasBody("");
    }

    @Test
    void areNotChargedToWhoeverBringsThem() {
        var address = address(sent()).replace("%d", DELIVERED);

        for (var receipt = 0; receipt < MANY; receipt++) {
            assertThat(brought(address).status()).isEqualTo(200);
        }
    }

    /** The message's status once Kannel has told this of it. */
    private String after(String id, String status) {
        var answer = brought(address(id).replace("%d", status));

        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        assertThat(answer.text()).isEmpty();
        return status(id);
    }

    private static RawResponse brought(String address) {
        return RawHttp.exchange(instance.service().url(), RawRequest.of("GET", address));
    }

    /** A message that the gateway has. */
    private String sent() {
        var accepted = merchant.post("/v1/messages", """
                {"to": "+4915123456789", "text": "hello"}""");
        assertThatAnswer(accepted).isJson(202);
        var id = Merchant.json(accepted).getString("id");
        await().atMost(PATIENCE).until(() -> storedStatus(id).equals("sent"));
        return id;
    }

    /** Where Kannel was told to bring its receipts, without the host. */
    private static String address(String id) {
        return KANNEL.requests().stream()
                .filter(request -> request.contains("account=" + id))
                .flatMap(request -> ADDRESS.matcher(request).results())
                .map(found -> URLDecoder.decode(found.group(1), StandardCharsets.UTF_8))
                .filter(address -> address.startsWith(US))
                .map(address -> address.substring(US.length()))
                .findFirst()
                .orElseThrow();
    }

    private String status(String id) {
        return Merchant.json(merchant.get("/v1/messages/" + id)).getString("status");
    }

    private static String storedStatus(String id) {
        return (String) instance.database()
                .query("SELECT status FROM messages WHERE message_id = ?", id)
                .get(0)
                .get("status");
    }
}
