package io.oncegate.orders;

import org.jspecify.annotations.Nullable;

/**
 * An order's payment, as far as a client may know it.
 *
 * @param account the configured account that it goes through
 * @param externalId what the provider calls it
 * @param redirectUrl where the payer has to go
 */
public record OrderPayment(
        PaymentStatus status,
        String account,
        @Nullable String externalId,
        @Nullable String redirectUrl) {

    /** A payment of which nothing is known yet. */
    public static OrderPayment begun(String account) {
        return new OrderPayment(PaymentStatus.NEW, account, null, null);
    }
}
