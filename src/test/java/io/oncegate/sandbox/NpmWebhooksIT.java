package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service takes events as Stripe's own library and that of Standard Webhooks sign them. */
@Tag("external")
class NpmWebhooksIT {
    private static final String ACCOUNT_SECRETS =
            "whsec_c3RyaXBlLXNpZ25zLXdpdGgtdGhpcw==,whsec_c3RyaXBlLXNpZ25lZC13aXRoLXRoaXM=";
    private static final String GATEWAY_SECRETS =
            "whsec_dGhlLWdhdGV3YXktc2lnbnMtd2l0aC10aGlz,whsec_dGhlLWdhdGV3YXktc2lnbmVkLXdpdGgtaXQ=";

    private static Database database;
    private static ServiceProcess service;
    private static NpmReport report;

    @BeforeAll
    static void run() {
        database = TestServers.shared().freshDatabase();
        service = ServiceLaunch.on(database)
                .with("ONCEGATE_SANDBOX_URL", TestServers.shared().sandboxUrl())
                .with("ONCEGATE_ALLOW_SANDBOX", "true")
                .withProperty("oncegate.payments.accounts.stripe.webhook-secrets", ACCOUNT_SECRETS)
                .withProperty("oncegate.messages.gateways.http-json.webhook-secrets", GATEWAY_SECRETS)
                .start();
        report = NpmScript.run(
                "webhooks.js",
                List.of(service.url().toString(), "stripe", ACCOUNT_SECRETS, "http-json", GATEWAY_SECRETS));
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "stripe, plain",
        "stripe, secondSecret",
        "stripe, oddlyWritten",
        "standard, plain",
        "standard, secondSecret",
        "standard, oddlyWritten"
    })
    void whatIsSignedByEitherSecretIsAcknowledgedAndStoredOnce(String sender, String event) {
        assertThat(report.at("/" + sender + "/" + event + "/status")).isEqualTo(200);
        assertThat(stored(sender, event)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "stripe, altered",
        "stripe, trimmed",
        "stripe, old",
        "stripe, foreignSecret",
        "standard, altered",
        "standard, trimmed",
        "standard, old",
        "standard, foreignSecret"
    })
    void whatIsNotIsRefusedAndNotStored(String sender, String event) {
        assertThat(report.at("/" + sender + "/" + event + "/status")).isEqualTo(401);
        assertThat((String) report.at("/" + sender + "/" + event + "/body")).contains("signature-invalid");
        assertThat(stored(sender, event)).isZero();
    }

    private static long stored(String sender, String event) {
        return database.count(
                "SELECT count(*) FROM webhook_events WHERE event_key = ?",
                report.at("/" + sender + "/" + event + "/event"));
    }
}
