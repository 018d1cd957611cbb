package io.oncegate.orders.postgres;

import io.oncegate.orders.Order;
import io.oncegate.orders.OrderPayment;
import io.oncegate.orders.OrderStatus;
import io.oncegate.orders.PaymentStatus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between rows about orders and what they mean. */
final class OrderRow {

    /** An order {@code o} with what is known of its payment {@code p}. */
    static final String COLUMNS = """
            o.tenant_id, o.order_id, o.principal, o.user_id, o.amount, o.currency, o.external_id, o.description,
                o.metadata, o.status, o.created_at,
                p.account, p.status AS payment_status, p.external_id AS payment_external_id, p.redirect_url""";

    private OrderRow() {}

    static Order read(Row row) {
        return new Order(
                row.getString("tenant_id"),
                row.getString("order_id"),
                row.getString("principal"),
                row.getString("user_id"),
                row.getLong("amount"),
                row.getString("currency"),
                row.getString("external_id"),
                row.getString("description"),
                strings(row.getJsonObject("metadata")),
                OrderStatus.of(row.getString("status")),
                row.getOffsetDateTime("created_at").toInstant(),
                payment(row));
    }

    private static @Nullable OrderPayment payment(Row row) {
        @Nullable String account = row.getString("account");
        return account == null
                ? null
                : new OrderPayment(
                        PaymentStatus.of(row.getString("payment_status")),
                        account,
                        row.getString("payment_external_id"),
                        row.getString("redirect_url"));
    }

    static @Nullable JsonObject json(@Nullable Map<String, String> strings) {
        return strings == null ? null : new JsonObject(new LinkedHashMap<>(strings));
    }

    private static @Nullable Map<String, String> strings(@Nullable JsonObject json) {
        if (json == null) {
            return null;
        }
        Map<String, String> strings = new LinkedHashMap<>();
        json.forEach(member -> strings.put(member.getKey(), String.valueOf(member.getValue())));
        return strings;
    }
}
