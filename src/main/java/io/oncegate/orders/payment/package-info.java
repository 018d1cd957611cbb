/**
 * Having an order paid once: the attempts at a provider, what follows from each answer, and who goes on when nobody
 * waits any more. The rest of the orders knows only how a payment stands.
 */
@NullMarked
package io.oncegate.orders.payment;

import org.jspecify.annotations.NullMarked;
