package io.oncegate.orders;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The orders of all tenants. Every look-up names its tenant; each method that asks is one statement that reads. */
public interface Orders {

    /** The constraint that keeps a merchant's reference to one order. */
    String EXTERNAL_ID_HELD = "orders_external_id_held";

    /** The statement that claims a key, places {@code order} and finishes the key with {@code response}. */
    FirstPhase placing(Order order, RecordedResponse response);

    /** One order. */
    Uni<Optional<Order>> find(String tenant, String id, Deadline deadline);

    /** The order that keeps others from using this reference. */
    Uni<Optional<Order>> holding(String tenant, String externalId, Deadline deadline);

    /** Orders newest first, by time and id, after {@code cursor} if there is one; at most {@code most}. */
    Uni<List<Order>> newest(String tenant, @Nullable OrderCursor cursor, int most, Deadline deadline);

    /** The same among those with a reference. */
    Uni<List<Order>> newestOf(
            String tenant, String externalId, @Nullable OrderCursor cursor, int most, Deadline deadline);

    /** Orders by id, after {@code id}; at most {@code most}. */
    Uni<List<Order>> after(String tenant, String id, int most, Deadline deadline);
}
