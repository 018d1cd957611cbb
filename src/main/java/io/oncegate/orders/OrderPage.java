package io.oncegate.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some orders, newest first, and where to go on. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderPage(
        @JsonProperty("items") List<OrderView> items,
        @JsonProperty("next_cursor") @Nullable String nextCursor) {

    /** A page of at most {@code limit} orders out of those that were found, one more than that if there are more. */
    static OrderPage of(List<Order> found, int limit) {
        boolean more = found.size() > limit;
        List<Order> shown = more ? found.subList(0, limit) : found;
        String next = more ? OrderCursor.after(shown.get(limit - 1)).encoded() : null;
        return new OrderPage(shown.stream().map(OrderView::of).toList(), next);
    }
}
