package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;

import io.oncegate.testsupport.RawRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a body may be, and what an answer may. */
class MediaTypeIT {
    private static final String ORDER = Bodies.order("u", 1999);

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=UTF-8",
                "application/json; charset=\"utf-8\""
            })
    void jsonInUtf8IsTaken(String type) {
        assertThatAnswer(client.send(withType(type))).isANewOrder();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "text/json",
                "application/xml",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/merge-patch+json",
                "application/jsonp",
                "application/json; charset=iso-8859-1",
                "application/json; charset=utf-16",
                "application/json; charset=\"utf-16\"",
                "application/json, text/plain",
                "*/*",
                "json",
                "/",
                "application/json; charset",
                "\u00e9"
            })
    void anyOtherMediaTypeIsUnsupported(String type) {
        assertThatAnswer(client.send(withType(type))).isProblem(415, "unsupported-media-type");
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void noneAtAllAndTwoAreUnsupported() {
        var none = client.post(Client.ORDERS).header("Idempotency-Key", key).body(ORDER);
        var two =
                client.orderHead(key).header("Content-Type", "application/json").body(ORDER);

        assertThatAnswer(client.send(none)).isProblem(415, "unsupported-media-type");
        assertThatAnswer(client.send(two)).isProblem(415, "unsupported-media-type");
        tenant.assertNothingIsStoredUnder(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "deflate", "x-unknown", "identity, gzip", "gzip, identity"})
    void anEncodedBodyIsUnsupported(String encoding) {
        var request = client.orderHead(key).header("Content-Encoding", encoding).body(ORDER);

        assertThatAnswer(client.send(request)).isProblem(415, "unsupported-media-type");
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void theEncodingIdentityIsNone() {
        var request =
                client.orderHead(key).header("Content-Encoding", "identity").body(ORDER);

        assertThatAnswer(client.send(request)).isANewOrder();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/xml", "image/*"})
    void whatCannotBeWrittenIsNotAcceptable(String accept) {
        var request = client.orderHead(key).header("Accept", accept).body(ORDER);

        assertThatAnswer(client.send(request)).isProblem(406, "not-acceptable");
        tenant.assertNothingIsStoredUnder(key);
    }

    private RawRequest withType(String type) {
        return client.post(Client.ORDERS)
                .header("Idempotency-Key", key)
                .header("Content-Type", type)
                .body(ORDER);
    }
}
