package io.oncegate.orders;

import io.oncegate.overload.Admission;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Streams all of a tenant's orders, a page at a time: the next page is asked for when the client has taken the last, so
 * that a slow reader holds neither memory nor a connection to the database; each page waits for its permit. One export at
 * a time for each tenant.
 */
@ApplicationScoped
class ExportOrders {

    private static final int PAGE = 500;
    private static final Duration PAGE_LIMIT = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(10);

    private final Orders orders;
    private final OrderAnswers answers;
    private final Admission admission;
    private final Set<String> exporting = ConcurrentHashMap.newKeySet();

    ExportOrders(Orders orders, OrderAnswers answers, Admission admission) {
        this.orders = orders;
        this.answers = answers;
        this.admission = admission;
    }

    /**
     * Orders by id from the one after {@code after} on, one JSON object a line. Fails with {@code overloaded} while
     * another export of the tenant runs.
     *
     * @param after an order's id, or empty for the first
     * @param begin until when the first page must have come; each further one has a limit of its own
     */
    Multi<byte[]> export(String tenant, String after, Deadline begin) {
        if (!after.isEmpty() && !Ulid.isOne(after)) {
            throw Problem.invalid(List.of(new FieldError("/after", "must be the order_id of an earlier line")))
                    .toException();
        }
        return Multi.createFrom().deferred(() -> exporting.add(tenant) ? pages(tenant, after, begin) : refused());
    }

    private Multi<byte[]> pages(String tenant, String after, Deadline begin) {
        return Multi.createBy()
                .repeating()
                .uni(() -> new Pages(tenant, after, begin), Pages::next)
                .whilst(page -> page.size() == PAGE)
                .filter(page -> !page.isEmpty())
                .map(this::lines)
                .onTermination()
                .invoke(() -> exporting.remove(tenant));
    }

    /** Where one export is; its pages are asked for one after the other. */
    private final class Pages {

        private final String tenant;
        private final Deadline begin;
        private String last;
        private boolean begun;

        Pages(String tenant, String after, Deadline begin) {
            this.tenant = tenant;
            this.begin = begin;
            this.last = after;
        }

        Uni<List<Order>> next() {
            Deadline limit = begun ? Deadline.in(PAGE_LIMIT) : begin;
            begun = true;
            String from = last;
            return admission
                    .run(limit, () -> orders.after(tenant, from, PAGE, limit))
                    .invoke(page -> {
                        if (!page.isEmpty()) {
                            last = page.get(page.size() - 1).id();
                        }
                    });
        }
    }

    private static Multi<byte[]> refused() {
        return Multi.createFrom()
                .failure(Problem.of(ProblemType.OVERLOADED, "An export of this tenant is running on this instance.")
                        .withRetryAfter(TRY_AGAIN)
                        .toException());
    }

    /** The orders of a page, one a line; the last line's end is written by whoever writes the page. */
    private byte[] lines(List<Order> page) {
        Buffer lines = Buffer.buffer();
        for (Order order : page) {
            if (lines.length() > 0) {
                lines.appendByte((byte) '\n');
            }
            lines.appendBytes(answers.bytes(order));
        }
        return lines.getBytes();
    }
}
