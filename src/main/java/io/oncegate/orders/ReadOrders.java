package io.oncegate.orders;

import io.oncegate.overload.Admission;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a tenant's orders: at one, or page by page. A page that begins at a cursor neither repeats nor skips one. */
@ApplicationScoped
class ReadOrders {

    private static final int MOST = 100;
    private static final int USUAL = 20;
    private static final int LONGEST_EXTERNAL_ID = 64;

    private final Orders orders;
    private final Admission admission;

    ReadOrders(Orders orders, Admission admission) {
        this.orders = orders;
        this.admission = admission;
    }

    /**
     * The parameters as they came; null where one did not.
     *
     * @param limit 1 to 100
     */
    record Query(
            @Nullable String limit,
            @Nullable String cursor,
            @Nullable String externalId) {}

    /** One order. Fails with {@code not-found}, for what is no order's id as well. */
    Uni<OrderView> one(String tenant, String id, Deadline deadline) {
        Uni<Optional<Order>> found = Ulid.isOne(id)
                ? admission.run(deadline, () -> orders.find(tenant, id, deadline))
                : Uni.createFrom().item(Optional.empty());
        return found.map(order -> order.map(OrderView::of).orElseThrow(ReadOrders::noSuchOrder));
    }

    /** A page of orders, newest first. */
    Uni<OrderPage> page(String tenant, Query query, Deadline deadline) {
        int limit = limit(query.limit());
        OrderCursor cursor = query.cursor() == null ? null : cursor(query.cursor());
        String externalId = query.externalId() == null ? null : externalId(query.externalId());
        return admission
                .run(
                        deadline,
                        () -> externalId == null
                                ? orders.newest(tenant, cursor, limit + 1, deadline)
                                : orders.newestOf(tenant, externalId, cursor, limit + 1, deadline))
                .map(all -> OrderPage.of(all, limit));
    }

    private static int limit(@Nullable String asked) {
        if (asked == null) {
            return USUAL;
        }
        Optional<Integer> limit = asked.matches("[0-9]{1,3}") ? Optional.of(Integer.parseInt(asked)) : Optional.empty();
        return limit.filter(number -> number >= 1 && number <= MOST)
                .orElseThrow(() -> invalid("limit", "must be a whole number from 1 to " + MOST));
    }

    private static OrderCursor cursor(String asked) {
        return OrderCursor.decode(asked)
                .orElseThrow(() -> invalid("cursor", "must be the next_cursor of an earlier page"));
    }

    private static String externalId(String asked) {
        int length = asked.codePointCount(0, asked.length());
        if (length < 1 || length > LONGEST_EXTERNAL_ID || asked.indexOf('\0') >= 0) {
            throw invalid("external_id", "must have 1 to " + LONGEST_EXTERNAL_ID + " characters, and no U+0000");
        }
        return asked;
    }

    private static RuntimeException noSuchOrder() {
        return Problem.of(ProblemType.NOT_FOUND, "This tenant has no order with this id.")
                .toException();
    }

    private static RuntimeException invalid(String parameter, String detail) {
        return Problem.invalid(List.of(new FieldError("/" + parameter, detail))).toException();
    }
}
