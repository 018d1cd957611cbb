package io.oncegate.orders;

import io.oncegate.client.Merchant;
import java.time.Instant;

/** Orders of a merchant that were there before a test began, or that it has not the patience to place one by one. */
final class OrderRows {

    private OrderRows() {}

    /** Orders {@code first} to {@code last}, all of the same moment. */
    static void insert(Merchant merchant, int first, int last, Instant createdAt) {
        insert(merchant, first, last, createdAt, "user-17");
    }

    static void insert(Merchant merchant, int first, int last, Instant createdAt, String user) {
        merchant.instance().database().execute("""
                        INSERT INTO orders (tenant_id, order_id, principal, user_id, amount, currency, status, created_at)
                        SELECT ?, '01' || lpad(n::text, 24, '0'), 'default', ?, n, 'EUR', 'created', ?::timestamptz
                        FROM generate_series(?, ?) AS n
                        """, merchant.tenant(), user, createdAt.toString(), first, last);
    }

    /** An order whose payment failed for good and that has let its reference go. */
    static void insertFailed(Merchant merchant, int number, Instant createdAt, String externalId) {
        merchant.instance().database().execute("""
                        INSERT INTO orders (tenant_id, order_id, principal, user_id, amount, currency, external_id, status,
                            created_at)
                        VALUES (?, ?, 'default', 'user-17', 1, 'EUR', ?, 'payment_failed', ?::timestamptz)
                        """, merchant.tenant(), id(number), externalId, createdAt.toString());
    }

    /** The id of the order of this number. */
    static String id(int number) {
        return "01%024d".formatted(number);
    }
}
