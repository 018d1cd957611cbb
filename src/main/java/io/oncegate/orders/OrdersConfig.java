package io.oncegate.orders;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** <code>POST /v1/orders</code> as an operation that takes a key. */
@ConfigMapping(prefix = "oncegate.operations.orders")
public interface OrdersConfig {

    /** How long an order's idempotency key is kept after it finished: longer than any client keeps repeating. */
    @WithDefault("7d")
    Duration retention();

    /** How long a caller that names no budget waits for its answer. */
    @WithDefault("5s")
    Duration budget();

    /** The same for an order with a payment, whose provider may be slow. It cuts no call to the provider. */
    @WithDefault("20s")
    Duration paymentBudget();

    /** JSON pointers of members that do not count when a key's requests are compared. */
    @WithDefault("/timestamp,/client_timestamp,/tracking")
    List<String> fingerprintExcludes();
}
