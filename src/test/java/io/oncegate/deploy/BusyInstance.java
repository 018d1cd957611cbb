package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * An instance that has done something of each kind: many series are made when something happens for the first time.
 *
 * @param merchant a tenant of it, with payments
 */
record BusyInstance(Instance instance, Merchant merchant) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static BusyInstance start(UnaryOperator<ServiceLaunch> settings) {
        var database = TestServers.shared().freshDatabase();
        var launch = ServiceLaunch.on(database)
                .with("ONCEGATE_SANDBOX_URL", TestServers.shared().sandboxUrl())
                .with("ONCEGATE_ALLOW_SANDBOX", "true");
        var instance = new Instance(database, settings.apply(launch).start());
        try {
            var busy = new BusyInstance(instance, instance.newMerchant());
            busy.pay();
            busy.send();
            busy.tell();
            return busy;
        } catch (RuntimeException | Error failed) {
            instance.service().close();
            throw failed;
        }
    }

    ServiceProcess service() {
        return instance.service();
    }

    URI managementUrl() {
        return service().managementUrl();
    }

    private void pay() {
        instance.database()
                .execute("UPDATE tenants SET payment_provider = 'stripe' WHERE tenant_id = ?", merchant.tenant());
        var answer = merchant.post("/v1/orders", """
                {"user_id": "u", "amount": 1999, "currency": "EUR", "payment": {"method": "pm_card_visa"}}""");
        assertThat(answer.status()).as(answer::text).isEqualTo(201);
    }

    private void send() {
        var answer = merchant.post("/v1/messages", """
                {"to": "+4915123456789", "text": "hello"}""");
        assertThat(answer.status()).as(answer::text).isEqualTo(202);
        await().atMost(PATIENCE)
                .until(() -> ExportedMetrics.of(service()).names().contains("oncegate_messages_sent_total"));
    }

    /** There is no secret by which it could be believed. */
    private void tell() {
        var answer = RawHttp.exchange(
                service().url(), RawRequest.of("POST", "/v1/webhooks/stripe").body("{}"));
        assertThat(answer.status()).as(answer::text).isEqualTo(503);
    }

    @Override
    public void close() {
        service().close();
    }
}
