/**
 * A crude provider: one request that charges, without an idempotency key, and nothing that could be asked afterwards.
 * The rest of the code sees a dialect.
 */
@NullMarked
package io.oncegate.payments.keyless;

import org.jspecify.annotations.NullMarked;
