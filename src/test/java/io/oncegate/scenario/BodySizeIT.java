package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How much a body may be, and how its end is told. */
class BodySizeIT {
    private static final String ORDER = Bodies.order("u", 1999);
    private static final int MOST_BYTES = 64 * 1024;

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @Test
    void aBodyOfTheMostBytesIsTaken() {
        assertThatAnswer(client.send(client.orderHead(key).body(order(MOST_BYTES))))
                .isANewOrder();
        assertThatAnswer(client.send(client.orderHead(Secrets.newKey()).chunked(order(MOST_BYTES))))
                .isANewOrder();
    }

    static Stream<Arguments> tooLarge() {
        return Stream.<Arguments>of(
                large("one byte more, with its length", head -> head.body(order(MOST_BYTES + 1))),
                large("one byte more, in one chunk", head -> head.chunked(order(MOST_BYTES + 1))),
                large("one byte more, in two chunks", head -> head.chunked(order(MOST_BYTES), new byte[] {' '})),
                large("a megabyte with its length", head -> head.body(order(1 << 20))),
                large("a megabyte in one chunk", head -> head.chunked(order(1 << 20))),
                large(
                        "a length that is never sent",
                        head -> head.header("Content-Length", "65537").unframed(new byte[0])),
                large(
                        "a length beyond an int",
                        head -> head.header("Content-Length", "9999999999").unframed(new byte[0])));
    }

    private static Arguments large(String what, Function<RawRequest, RawRequest> body) {
        return Arguments.of(what, body);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooLarge")
    void aLargerBodyIsTooLarge(String what, Function<RawRequest, RawRequest> body) {
        assertThatAnswer(client.send(body.apply(client.orderHead(key)))).isProblem(413, "payload-too-large");
        tenant.assertNothingIsStoredUnder(key);
        assertThatAnswer(client.placeOrder(key, ORDER)).isANewOrder();
    }

    @Test
    void aClientThatAsksFirstIsToldToGoOn() {
        var bytes = ORDER.getBytes(UTF_8);
        var request = client.orderHead(key)
                .header("Expect", "100-continue")
                .header("Content-Length", String.valueOf(bytes.length));
        try (var connection = RawHttp.connect(instances.one().url())) {
            var answer = connection.send(request).send(bytes).receive();

            assertThatAnswer(answer).isANewOrder();
        }
    }

    @Test
    void noBodyIsMalformed() {
        assertThatAnswer(client.send(client.orderHead(key))).isProblem(400, "malformed-request");
        assertThatAnswer(client.send(client.orderHead(key).body(""))).isProblem(400, "malformed-request");
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void aBodyWhoseChunksAreNoneEndsTheConnection() {
        var broken = client.orderHead(key)
                .header("Transfer-Encoding", "chunked")
                .unframed("zz\r\n{}\r\n0\r\n\r\n".getBytes(UTF_8));

        try (var connection = RawHttp.connect(instances.one().url())) {
            assertThat(connection.send(broken).isClosedByServer()).isTrue();
        }
        tenant.assertNothingIsStoredUnder(key);
    }
    /** An order of so many bytes. */
    private static byte[] order(int bytes) {
        return ORDER.replace("{", "{" + " ".repeat(bytes - ORDER.length())).getBytes(UTF_8);
    }
}
