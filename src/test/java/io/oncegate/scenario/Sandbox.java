package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/** The providers, as a judge sees them: what they really did, whatever anybody was told. */
record Sandbox(URI url) {
    private static final Pattern MOVES_MONEY = Pattern.compile("(/confirm|/v2/Charge|/v3/payments|/keyless/charge)$");

    /** The one beside the test servers. */
    static Sandbox shared() {
        return new Sandbox(URI.create(TestServers.shared().sandboxUrl()));
    }

    /** The money that moved for an order. */
    List<JsonObject> charges(String orderId) {
        return objects("/__ledger?reference=" + orderId).stream()
                .filter(entry -> entry.getString("kind").equals("charge"))
                .toList();
    }

    /** The message that its gateway really took, as often as it took it. */
    List<JsonObject> messages(String messageId) {
        return objects("/__ledger?reference=" + messageId).stream()
                .filter(Sandbox::isMessage)
                .toList();
    }

    /** The ids of all messages that any gateway took, in the order in which that happened. */
    List<String> messagesTaken() {
        return objects("/__ledger").stream()
                .filter(Sandbox::isMessage)
                .map(entry -> entry.getString("reference"))
                .toList();
    }

    private static boolean isMessage(JsonObject entry) {
        return entry.getString("kind").equals("message");
    }

    /** Requests that could do something, whose path or body names one of {@code words}. */
    List<JsonObject> postsAbout(List<String> words) {
        return requestsAbout(words).stream()
                .filter(request -> request.getString("method").equals("POST"))
                .toList();
    }

    /** Those of them that could move money. */
    List<JsonObject> movesAbout(List<String> words) {
        return postsAbout(words).stream()
                .filter(post -> MOVES_MONEY.matcher(post.getString("uri")).find())
                .toList();
    }

    /** Requests of any kind, whose path or body names one of {@code words}. */
    List<JsonObject> requestsAbout(List<String> words) {
        return objects("/__requests").stream()
                .filter(request -> words.stream()
                        .anyMatch(word -> request.getString("uri").contains(word)
                                || request.getString("body").contains(word)))
                .toList();
    }

    /** A header of a request that it has received; null without one. */
    static String header(JsonObject request, String name) {
        return request.getJsonArray("headers").stream()
                .map(JsonArray.class::cast)
                .filter(header -> header.getString(0).equalsIgnoreCase(name))
                .map(header -> header.getString(1))
                .findFirst()
                .orElse(null);
    }

    /** Tells it what to do with the next requests that match. */
    void script(JsonObject match, String... verbs) {
        var script = new JsonObject().put("match", match).put("verbs", new JsonArray(List.of(verbs)));
        var answer = send(RawRequest.of("POST", "/__script").body(script.encode()));
        assertThat(answer.status()).as(answer::text).isEqualTo(204);
    }

    /** A request that the service knows nothing of. */
    RawResponse send(RawRequest request) {
        return RawHttp.exchange(url, request);
    }

    /** What a payer does at the address that it was sent to. */
    void approve(String redirectUrl) {
        var target = URI.create(redirectUrl);
        var answer = RawHttp.exchange(
                target,
                RawRequest.of("POST", target.getRawPath() + "?result=approve").header("Content-Length", "0"));
        assertThat(answer.status()).as(() -> answer.text()).isLessThan(400);
    }

    private List<JsonObject> objects(String target) {
        var answer = RawHttp.exchange(url, RawRequest.of("GET", target));
        assertThat(answer.status()).isEqualTo(200);
        return new JsonArray(answer.text()).stream().map(JsonObject.class::cast).toList();
    }
}
