package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is calling is what the credential says, and nothing else. */
class CredentialIT {
    private static final String ORDER = Bodies.order("u", 1999);

    private final Pair instances = Pair.shared();
    private final Tenant tenant = instances.newTenant();
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Pair.shared().one(), Pair.shared().other());
    }

    @Test
    void nobodyIsUnauthenticated() {
        for (var stranger : new RawRequest[] {
            anonymousOrder(),
            anonymousOrder().header("X-Api-Key", ""),
            anonymousOrder().header("X-Api-Key", "ogk_nonsense"),
            anonymousOrder().header("X-Api-Key", "k\u00e9y"),
            anonymousOrder().header("Authorization", "Bearer"),
            anonymousOrder().header("Authorization", "Bearer x.y.z"),
            anonymousOrder().header("Authorization", "Basic dTpw"),
            anonymousOrder().header("Authorization", client.apiKey())
        }) {
            var answer = client.send(stranger.body(ORDER));

            assertThatAnswer(answer).isProblem(401, "unauthenticated");
            assertThat(answer.headers("WWW-Authenticate")).hasSize(1);
        }
        tenant.assertNothingIsStoredUnder(key);
    }

    @Test
    void twoCredentialsAreAmbiguous() {
        var bearer = "Bearer " + client.apiKey();

        assertThatAnswer(client.send(client.orderHead(key)
                        .header("X-Api-Key", client.apiKey())
                        .body(ORDER)))
                .isProblem(400, "ambiguous-credentials");
        assertThatAnswer(client.send(
                        client.orderHead(key).header("Authorization", bearer).body(ORDER)))
                .isProblem(400, "ambiguous-credentials");
        tenant.assertNothingIsStoredUnder(key);
        assertThatAnswer(client.send(
                        anonymousOrder().header("Authorization", bearer).body(ORDER)))
                .isANewOrder();
    }

    /** A replay is for its owner only. */
    @Test
    void aFinishedKeyTellsAStrangerNothing() {
        assertThatAnswer(client.placeOrder(key, ORDER)).isANewOrder();

        assertThatAnswer(client.send(anonymousOrder().body(ORDER))).isProblem(401, "unauthenticated");
    }

    @Test
    void theTenantIsTheCredentialsWhateverAHeaderSays() {
        var stranger = instances.newTenant();

        var request = client.orderHead(key).header("X-Tenant-Id", stranger.id()).body(ORDER);

        assertThatAnswer(client.send(request)).isANewOrder();
        assertThat(tenant.orders()).isEqualTo(1);
        assertThat(stranger.orders()).isZero();
    }

    @Test
    void theLocationIsNotBuiltFromTheHost() {
        var request = RawRequest.of("POST", Client.ORDERS)
                .header("X-Forwarded-Host", "evil.test")
                .header("X-Forwarded-Proto", "https")
                .header("X-Api-Key", client.apiKey())
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .body(ORDER);

        assertThatAnswer(client.send(request)).isANewOrder();
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "wait=", "wait=-1", "wait=x", "wait=99999999999999999999", "return=minimal", ",;="})
    void aPreferenceThatCannotBeReadIsIgnored(String preference) {
        var request = client.orderHead(key).header("Prefer", preference).body(ORDER);

        assertThatAnswer(client.send(request)).isANewOrder();
    }

    private RawRequest anonymousOrder() {
        return RawRequest.of("POST", Client.ORDERS)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json");
    }
}
