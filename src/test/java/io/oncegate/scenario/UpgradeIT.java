package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.EarlierVersion;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** An earlier version is replaced by this one, which is replaced by the earlier one again, while clients call. */
@Tag("external")
@Tag("history")
@ParameterizedClass(name = "from {0}")
@MethodSource("io.oncegate.testsupport.EarlierVersion#all")
class UpgradeIT {
    private static final int ENDED_BY_A_SIGNAL = 143;
    private static final int SOME = 50;

    private final EarlierVersion earlier;
    private final Database database = TestServers.shared().freshDatabase();

    UpgradeIT(EarlierVersion earlier) {
        this.earlier = earlier;
    }

    @Test
    void losesNothingAndSoDoesItsUndoing() {
        try (var old = SideBySide.launch(database).of(earlier).start()) {
            // Given
            assertThat(migrations()).isEqualTo(earlier.migrations());
            var tenant = Tenant.sendingThrough(SideBySide.GATEWAY, old, database);
            try (var traffic = Traffic.to(tenant.client())) {
                traffic.awaitMore(SOME);
                upgradeAndUndo(old, tenant.client(), traffic);
                traffic.close();

                // Then
                traffic.assertOrdersAreKept(tenant, tenant.client());
                traffic.assertMessagesAreSent(tenant, Sandbox.shared());
                Secrets.assertKeptBy(old);
            }
        }
    }

    private void upgradeAndUndo(ServiceProcess old, Client client, Traffic traffic) {
        // When
        try (var current = SideBySide.launch(database).start()) {
            // Then
            assertThat(migrations()).isEqualTo(EarlierVersion.migrationsNow());
            traffic.awaitMore(SOME);
            assertThat(traffic.refusals()).isEmpty();

            // When
            traffic.reaches(client, client.at(current));
            traffic.awaitMore(SOME);

            // Then
            assertThat(traffic.refusals()).isEmpty();

            // When
            assertThat(old.stop()).isEqualTo(ENDED_BY_A_SIGNAL);
            traffic.reaches(client.at(current));
            traffic.awaitMore(SOME);
            old.restart();

            // Then
            assertThat(migrations()).isEqualTo(EarlierVersion.migrationsNow());

            // When
            traffic.reaches(client, client.at(current));
            traffic.awaitMore(SOME);
            assertThat(current.stop()).isEqualTo(ENDED_BY_A_SIGNAL);
            traffic.reaches(client);

            // Then
            traffic.awaitMore(SOME);
            assertThat(traffic.refusals().keySet()).isSubsetOf("draining", "gone", "request-in-progress");
        }
    }

    private int migrations() {
        return (int) database.count("SELECT count(*) FROM flyway_schema_history WHERE success");
    }
}
