/**
 * A request that carries an idempotency key happens once. This package keeps from the operations how a key is claimed,
 * compared, fenced, replayed and forgotten; an operation says what to do and what to answer.
 */
@NullMarked
package io.oncegate.idempotency;

import org.jspecify.annotations.NullMarked;
