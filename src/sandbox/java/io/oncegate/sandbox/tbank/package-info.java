/**
 * T-Bank's acquiring as its public API documents it: no idempotency keys, an order id that can be used once, and a
 * payment that is first set up and then charged.
 */
@NullMarked
package io.oncegate.sandbox.tbank;

import org.jspecify.annotations.NullMarked;
