/**
 * The crudest kind of provider, and of gateway: one call, no idempotency keys, no way to ask afterwards. Every call
 * that it accepts is a charge, or a message, of its own.
 */
@NullMarked
package io.oncegate.sandbox.keyless;

import org.jspecify.annotations.NullMarked;
