/**
 * The crudest kind of provider: one call, no idempotency keys, no way to ask afterwards. Every call that it accepts is
 * a charge of its own.
 */
@NullMarked
package io.oncegate.sandbox.keyless;

import org.jspecify.annotations.NullMarked;
