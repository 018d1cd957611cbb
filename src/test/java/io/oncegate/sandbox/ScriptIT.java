package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How verbs find their requests. */
class ScriptIT {
    private static final String HOOK = "webhook(http://127.0.0.1:1/?a=(b,c) whsec_c2VjcmV0 x2)";

    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static StripeCalls stripe;

    private String order;
    private String key;

    @BeforeAll
    static void start() {
        sandbox = LiveSandbox.start(temporary);
        stripe = new StripeCalls(sandbox);
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @BeforeEach
    void clear() {
        sandbox.send(RawRequest.of("DELETE", "/__ledger"));
        order = LiveSandbox.newOrder();
        key = "key-" + order;
    }

    @Test
    void goesBeforeWhatTheMethodCarries() {
        sandbox.script(new JsonObject().put("reference", order), "decline");
        var intent = stripe.intent(order);

        assertThat(sandbox.outcome(confirm(intent, "a", "sandbox:503"))).isEqualTo("402");
        assertThat(sandbox.outcome(confirm(intent, "b", "sandbox:503"))).isEqualTo("503");
        assertThat(sandbox.outcome(confirm(intent, "b", "sandbox:503"))).isEqualTo("200");
    }

    @Test
    void isTakenInTheOrderInWhichItWasPosted() {
        sandbox.script(new JsonObject().put("reference", order), "decline", "503");
        sandbox.script(new JsonObject().put("dialect", "stripe"), "429(1)");
        var intent = stripe.intent(order);

        assertThat(sandbox.outcome(confirm(intent, "a", "pm"))).isEqualTo("402");
        assertThat(sandbox.outcome(confirm(intent, "b", "pm"))).isEqualTo("503");
        assertThat(sandbox.outcome(confirm(intent, "c", "pm"))).isEqualTo("429");
        assertThat(sandbox.outcome(confirm(intent, "d", "pm"))).isEqualTo("200");
    }

    @Test
    void isForRequestsThatAgreeWithEveryMember() {
        var path = StripeCalls.INTENTS + "/*/confirm";
        sandbox.script(
                new JsonObject()
                        .put("reference", order)
                        .put("key", key + "b")
                        .put("dialect", "stripe")
                        .put("path", path),
                "decline");
        var intent = stripe.intent(order);
        var other = stripe.intent(order + "-2");

        assertThat(sandbox.outcome(confirm(intent, "a", "pm"))).isEqualTo("200");
        assertThat(sandbox.outcome(confirm(other, "b", "pm"))).isEqualTo("402");
    }

    @Test
    void isForOneAttemptWhereItNamesOne() {
        sandbox.script(new JsonObject().put("reference", order + "-2"), "decline");

        assertThat(sandbox.outcome(confirm(stripe.intent(order), "a", "pm"))).isEqualTo("200");
        assertThat(sandbox.outcome(confirm(stripe.intent(order + "-2"), "b", "pm")))
                .isEqualTo("402");
    }

    /** As the service names both, and finds its attempt by. */
    @Test
    void knowsAnAttemptThatStandsBesideItsOrder() {
        sandbox.script(new JsonObject().put("reference", order + "-2"), "decline");
        var create = StripeCalls.post(
                StripeCalls.INTENTS,
                key,
                "amount=1000",
                "currency=usd",
                "confirm=true",
                "payment_method=pm",
                "metadata[order_id]=" + order,
                "metadata[reference]=" + order + "-2");

        assertThat(sandbox.outcome(create)).isEqualTo("402");
        assertThat(sandbox.array("/__orders").getJsonObject(0).getString("reference"))
                .isEqualTo(order);
    }

    @Test
    void isNotForRequestsThatMoveNothing() {
        sandbox.script(new JsonObject().put("dialect", "stripe"), "decline");

        var intent = stripe.intent(order);

        assertThat(stripe.status(intent)).isEqualTo("requires_payment_method");
        assertThat(sandbox.outcome(confirm(intent, "a", "pm"))).isEqualTo("402");
    }

    @Test
    void keepsStatusVerbsForStatusRequests() {
        sandbox.script(new JsonObject().put("reference", order), "status_500", "decline", "status_500");
        var intent = stripe.intent(order);

        assertThat(sandbox.outcome(confirm(intent, "a", "pm"))).isEqualTo("402");
        assertThat(sandbox.outcome(state(intent))).isEqualTo("500");
        assertThat(sandbox.outcome(state(intent))).isEqualTo("500");
        assertThat(sandbox.outcome(state(intent))).isEqualTo("200");
    }

    @Test
    void keepsStatusVerbsThatAMethodCarriesForStatusRequests() {
        var intent = stripe.intent(order);

        assertThat(sandbox.outcome(confirm(intent, "a", "sandbox:apply_then_drop,status_500")))
                .isEqualTo("closed");
        assertThat(sandbox.outcome(state(intent))).isEqualTo("500");
        assertThat(stripe.status(intent)).isEqualTo("succeeded");
    }

    @Test
    void letsAStatusRequestLookBackBehindTheLastChange() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, "a", "pm"));

        sandbox.script(new JsonObject().put("reference", order), "status_lag(60000)");

        assertThat(stripe.status(intent)).isEqualTo("requires_payment_method");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void givesAReplayNoVerb() {
        var intent = stripe.intent(order);
        sandbox.outcome(confirm(intent, "a", "sandbox:apply_then_drop,decline"));
        sandbox.send(confirm(intent, "a", "sandbox:apply_then_drop,decline"));

        assertThat(sandbox.outcome(confirm(stripe.intent(order + "-2"), "b", "sandbox:apply_then_drop,decline")))
                .isEqualTo("402");
    }

    @Test
    void tellsWhatIsLeft() {
        sandbox.script(new JsonObject().put("reference", order), "decline", "hang(5)", HOOK);
        sandbox.send(confirm(stripe.intent(order), "a", "pm"));

        assertThat(sandbox.array("/__script"))
                .isEqualTo(new JsonArray()
                        .add(new JsonObject()
                                .put("match", new JsonObject().put("reference", order))
                                .put("verbs", new JsonArray().add("hang(5)").add(HOOK))));
    }

    @Test
    void isGoneOnceTheLedgerIsCleared() {
        sandbox.script(new JsonObject().put("dialect", "stripe"), "decline");

        sandbox.send(RawRequest.of("DELETE", "/__ledger"));

        assertThat(sandbox.array("/__script")).isEmpty();
        assertThat(sandbox.outcome(confirm(stripe.intent(order), "a", "pm"))).isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"match\":{}}",
                "{\"match\":{},\"verbs\":[]}",
                "{\"match\":{},\"verbs\":\"ok\"}",
                "{\"match\":{},\"verbs\":[1]}",
                "{\"match\":{},\"verbs\":[\"nonsense\"]}",
                "{\"match\":{},\"verbs\":[\"hang\"]}",
                "{\"match\":{},\"verbs\":[\"hang(soon)\"]}",
                "{\"match\":{},\"verbs\":[\"hang(1\"]}",
                "{\"match\":{},\"verbs\":[\"ok(1)\"]}",
                "{\"match\":{},\"verbs\":[\"webhook\"]}",
                "{\"match\":{},\"verbs\":[\"webhook(late)\"]}",
                "{\"match\":{},\"verbs\":[\"webhook(http://h a b)\"]}",
                "{\"match\":{},\"verbs\":[\"webhook(http://h x0)\"]}",
                "{\"match\":{},\"verbs\":[\"webhook(http://h x100)\"]}",
                "{\"match\":{\"order\":\"a\"},\"verbs\":[\"ok\"]}",
                "{\"match\":{\"key\":1},\"verbs\":[\"ok\"]}",
                "{\"match\":{},\"verbs\":[\"ok\"],\"more\":1}"
            })
    void isRefusedWithASentenceWhenItCannotBeFollowed(String body) {
        var refused = sandbox.send(RawRequest.of("POST", "/__script").body(body));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(new JsonObject(refused.text()).getString("error")).endsWith(".");
    }

    @Test
    void isRefusedByTheProviderWhereAMethodCarriesNonsense() {
        var refused = sandbox.send(confirm(stripe.intent(order), "a", "sandbox:nonsense"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("nonsense");
    }

    @Test
    void showsCallsBesideCharges() {
        var intent = stripe.intent(order);
        sandbox.outcome(confirm(intent, "a", "sandbox:apply_then_drop"));
        sandbox.outcome(confirm(intent, "a", "sandbox:apply_then_drop"));

        var line = sandbox.array("/__orders").getJsonObject(0);

        assertThat(line.getMap())
                .containsEntry("reference", order)
                .containsEntry("dialect", "stripe")
                .containsEntry("calls", 3)
                .containsEntry("charges", 1)
                .containsEntry("refunds", 0)
                .containsEntry("last_verb", "apply_then_drop");
    }

    /** {@code suffix} tells the keys of one test apart. */
    private RawRequest confirm(String intent, String suffix, String method) {
        return StripeCalls.confirm(intent, key + suffix, method);
    }

    private static RawRequest state(String intent) {
        return StripeCalls.get(StripeCalls.INTENTS + "/" + intent);
    }
}
