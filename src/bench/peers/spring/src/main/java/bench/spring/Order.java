package bench.spring;

import com.github.f4b6a3.ulid.UlidCreator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An order as clients see it. */
record Order(String orderId, String status, String userId, long amount, String currency, Instant createdAt) {

    static Order from(NewOrder asked) {
        return new Order(
                UlidCreator.getMonotonicUlid().toString(),
                "created",
                asked.userId(),
                asked.amount(),
                asked.currency(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    String path() {
        return "/v1/orders/" + orderId;
    }
}
