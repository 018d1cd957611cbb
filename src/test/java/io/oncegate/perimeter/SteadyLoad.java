package io.oncegate.perimeter;

import static org.awaitility.Awaitility.await;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Merchants that place orders through a perimeter, a hundred a second together, however the orders before fare. Each has
 * an address and a kept connection of its own. What is refused with {@code Retry-After} is sent again after that time,
 * with the same key.
 */
final class SteadyLoad implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int MERCHANTS = 20;
    private static final int MILLISECONDS_BETWEEN = 200;
    private static final String ORDER = """
            {"user_id": "u", "amount": 1999, "currency": "EUR"}""";

    private final URI perimeter;
    private final ScheduledExecutorService merchants = Executors.newScheduledThreadPool(MERCHANTS);
    private final List<RawHttp> connections = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final Collection<Order> orders = new ConcurrentLinkedQueue<>();
    private final Collection<String> broken = new ConcurrentLinkedQueue<>();
    private volatile boolean ending;

    /** One order, and every answer that its merchant has got, the first one first. */
    record Order(RawRequest request, List<RawResponse> answers) {

        RawResponse last() {
            return answers.get(answers.size() - 1);
        }

        List<RawResponse> refusals() {
            return answers.subList(0, answers.size() - 1);
        }
    }

    private SteadyLoad(URI perimeter) {
        this.perimeter = perimeter;
    }

    /** Begins. */
    static SteadyLoad on(URI perimeter, Supplier<Merchant> newMerchant) {
        var load = new SteadyLoad(perimeter);
        for (var number = 1; number <= MERCHANTS; number++) {
            load.begin(newMerchant.get(), RawHttp.connectFrom("127.0.7." + number, perimeter));
        }
        return load;
    }

    /** Returns when so many more have been answered for good. */
    void awaitMore(int count) {
        var enough = orders.size() + count;
        await().atMost(PATIENCE).until(() -> orders.size() >= enough);
    }

    /** Returns when all that was begun has been answered for good. */
    void end() {
        ending = true;
        await().atMost(PATIENCE).until(() -> open.get() == 0);
    }

    /** Those that were answered for good. */
    Collection<Order> orders() {
        return orders;
    }

    /** How connections broke, if any did. */
    Collection<String> broken() {
        return broken;
    }

    @Override
    public void close() {
        merchants.shutdownNow();
        connections.forEach(RawHttp::close);
    }

    private void begin(Merchant merchant, RawHttp connection) {
        connections.add(connection);
        Runnable placesOne = () -> {
            open.incrementAndGet();
            if (ending) {
                open.decrementAndGet();
            } else {
                var order = new Order(order(merchant), new ArrayList<>());
                send(order, () -> connection.send(order.request()).receive());
            }
        };
        var unused = merchants.scheduleAtFixedRate(placesOne, 0, MILLISECONDS_BETWEEN, TimeUnit.MILLISECONDS);
    }

    private void send(Order order, Supplier<RawResponse> exchange) {
        try {
            var answer = exchange.get();
            order.answers().add(answer);
            answer.header("Retry-After").ifPresentOrElse(seconds -> sendAgain(order, seconds), () -> end(order));
        } catch (UncheckedIOException gone) {
            broken.add(String.valueOf(gone.getMessage()));
            open.decrementAndGet();
        }
    }

    private void sendAgain(Order order, String seconds) {
        var unused = merchants.schedule(
                () -> send(order, () -> RawHttp.exchange(perimeter, order.request())),
                Long.parseLong(seconds),
                TimeUnit.SECONDS);
    }

    private void end(Order order) {
        orders.add(order);
        open.decrementAndGet();
    }

    private static RawRequest order(Merchant merchant) {
        return merchant.request("POST", "/v1/orders")
                .header("Idempotency-Key", Merchant.newKey())
                .header("Content-Type", "application/json")
                .body(ORDER);
    }
}
