/** The idempotency keys in PostgreSQL. */
@NullMarked
package io.oncegate.idempotency.postgres;

import org.jspecify.annotations.NullMarked;
