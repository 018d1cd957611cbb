package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a caller is willing to wait: {@code X-Request-Timeout-Ms}. */
class TimeBudgetIT {
    private static final int MOST_ATTEMPTS = 10;
    private static final Duration POLL = Duration.ofMillis(10);

    private final Proxied instance = Proxied.shared();
    private final Tenant tenant = instance.newTenant();
    private final Client client = tenant.client();
    private final String body = Bodies.order("u", 1999);

    @AfterAll
    static void noSecretWasLogged() {
        Secrets.assertKeptBy(Proxied.shared().service());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "00", "-1", "+5", "1.5", "1e3", "0x10", "1 000", "soon", "1, 2", "\u00b2"})
    void whatIsNoNumberOfMillisecondsIsMalformed(String budget) {
        var key = Secrets.newKey();

        assertThatAnswer(placeOrderWithin(budget, key)).isProblem(400, "malformed-request");

        tenant.assertNothingIsStoredUnder(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"60000", "60001", "0060000", "999999999999999999", "99999999999999999999999999"})
    void aBudgetAboveTheMostIsTakenAsTheMost(String budget) {
        assertThatAnswer(placeOrderWithin(budget, Secrets.newKey())).isANewOrder();
    }

    /** Every connection is held by a statement that PostgreSQL cannot finish; a request that waits gives up in time. */
    @Test
    void aStatementThatWaitedTooLongNeverLeaves() throws SQLException {
        for (var attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            if (givesUpWhileAllConnectionsAreHeld()) {
                return;
            }
        }
        throw new AssertionError("The connections were never held long enough.");
    }

    /** False where the connections came free before the answer, which says nothing then. */
    private boolean givesUpWhileAllConnectionsAreHeld() throws SQLException {
        var key = Secrets.newKey();
        var holders = new ArrayList<RawHttp>();
        try (var locked = lockOrders()) {
            // What is read does not share a connection, as new orders do.
            for (var number = 0; number < Proxied.CONNECTIONS; number++) {
                holders.add(RawHttp.connect(instance.service().url()).send(client.get("/v1/orders")));
            }
            await().pollInterval(POLL).until(() -> blocked().size() == Proxied.CONNECTIONS);
            var before = blocked();

            var answer = placeOrderWithin("300", key);

            if (!blocked().equals(before)) {
                return false;
            }
            assertThatAnswer(answer).isProblem(503, "deadline-exceeded");
            locked.rollback();
        } finally {
            holders.forEach(holder -> assertThat(holder.receive().status()).isIn(200, 503));
            holders.forEach(RawHttp::close);
        }
        // The waiting requests are served in turn: after this one, the one before it would have been.
        assertThatAnswer(client.placeOrder(Secrets.newKey(), body)).isANewOrder();
        tenant.assertNothingIsStoredUnder(key);
        assertThatAnswer(client.placeOrder(key, body)).isANewOrder();
        tenant.assertKeysAndOrdersAgree();
        return true;
    }

    private RawResponse placeOrderWithin(String budget, String key) {
        return client.send(
                client.orderHead(key).header("X-Request-Timeout-Ms", budget).body(body));
    }

    private Connection lockOrders() throws SQLException {
        var connection = instance.database().connect();
        connection.setAutoCommit(false);
        try (var lock = connection.createStatement()) {
            lock.execute("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE");
        }
        return connection;
    }

    /** The statements of the service that wait for the lock. */
    private List<Object> blocked() {
        return instance
                .database()
                .query("SELECT pid, query_start FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY pid")
                .stream()
                .map(row -> (Object) row)
                .toList();
    }
}
