/**
 * YooKassa: a payment is made and moves its money in one request with an idempotency key. The rest of the code sees a
 * dialect.
 */
@NullMarked
package io.oncegate.payments.yookassa;

import org.jspecify.annotations.NullMarked;
