package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code kill -9} at any moment. */
class KilledInstanceIT {
    private static final int ROUNDS = 4;
    private static final int LATEST_KILL = 400;

    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        service = ServiceLaunch.on(database).start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    @Test
    void leavesEachKeyAbsentOrFinishedAndItsRetryGivesOneOrder() {
        Seeded.run(random -> {
            for (var round = 0; round < ROUNDS; round++) {
                var tenant = Tenant.at(service, database);
                var client = tenant.client();
                var load = new Load(client);

                load.runUntilKilled(1 + random.nextInt(LATEST_KILL), service::kill9, random);

                Secrets.assertKeptBy(service);
                tenant.assertKeysAndOrdersAgree();
                service.restart();
                tenant.assertKeysAndOrdersAgree();
                assertEachRetryGivesItsOrder(load, client);
                assertThat(tenant.orders()).isEqualTo(load.sent().size());
                tenant.assertKeysAndOrdersAgree();
            }
        });
    }

    private static void assertEachRetryGivesItsOrder(Load load, Client client) {
        load.sent().forEach((key, body) -> {
            var retried = client.placeOrder(key, body);
            assertThatAnswer(retried).isAnOrder();
            var seen = load.seen().get(key);
            if (seen != null) {
                assertThatAnswer(retried).isAReplayOf(seen);
            }
        });
    }
}
