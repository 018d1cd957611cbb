/**
 * T-Bank's acquiring: a payment is made by Init under an order id that is taken once, and moved by Charge; no request
 * has an idempotency key. The rest of the code sees a dialect.
 */
@NullMarked
package io.oncegate.payments.tbank;

import org.jspecify.annotations.NullMarked;
