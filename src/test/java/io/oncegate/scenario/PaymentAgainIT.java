package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A provider that undoes, by its own word, whatever it is asked for: it is asked again, and not for ever. */
class PaymentAgainIT {
    private static final int MOST_ATTEMPTS = 3;

    private static final Vertx VERTX = Vertx.vertx();
    private static final List<String> KEYS = new CopyOnWriteArrayList<>();
    private static ServiceProcess service;
    private static Client client;

    @BeforeAll
    static void start() {
        var provider = VERTX.createHttpServer()
                .requestHandler(request -> request.bodyHandler(body -> cancel(request, body)))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        var database = TestServers.shared().freshDatabase();
        var launch = ServiceLaunch.on(database);
        PayingInstance.set(launch, "yookassa", "url", "http://127.0.0.1:" + provider.actualPort());
        PayingInstance.set(launch, "yookassa", "id", "shop");
        PayingInstance.set(launch, "yookassa", "secret", "test_secret");
        service = launch.start();
        client = Tenant.payingThrough("yookassa", service, database).client();
    }

    @AfterAll
    static void stop() {
        service.close();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    /** In YooKassa's words: nobody declined it, it took too long there. */
    private static void cancel(HttpServerRequest request, Buffer body) {
        var asked = body.toJsonObject();
        KEYS.add(request.getHeader("Idempotence-Key"));
        var payment = new JsonObject()
                .put("id", UUID.randomUUID().toString())
                .put("status", "canceled")
                .put("paid", false)
                .put("amount", asked.getJsonObject("amount"))
                .put("metadata", asked.getJsonObject("metadata"))
                .put(
                        "cancellation_details",
                        new JsonObject().put("party", "yoo_money").put("reason", "internal_timeout"));
        request.response().putHeader("Content-Type", "application/json").end(payment.encode());
    }

    @Test
    void isAskedAFewTimesEachUnderAKeyOfItsOwn() {
        var purchase = Purchase.of(client, "pm_card");

        var outcome = purchase.placeUntilTold();

        assertThat(outcome.status()).as(outcome::text).isEqualTo(402);
        assertThat(Client.slug(outcome)).isEqualTo("payment-not-executed");
        assertThat(purchase.order().getString("status")).isEqualTo("payment_failed");
        assertThat(KEYS).hasSize(MOST_ATTEMPTS).doesNotHaveDuplicates();
    }
}
