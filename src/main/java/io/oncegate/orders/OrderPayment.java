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

    /** The same payment with what was learnt of it; what was known stays known. */
    OrderPayment learning(@Nullable String learntId, boolean pending) {
        PaymentStatus now = pending && status == PaymentStatus.NEW ? PaymentStatus.PENDING : status;
        return new OrderPayment(now, account, learntId == null ? externalId : learntId, redirectUrl);
    }
}
