/**
 * What a feature brings for its requests to happen once: an operation with its phases, each one statement made of the
 * shared text and the feature's own, and the response that is recorded. Features know this package; the engine runs it.
 */
@NullMarked
package io.oncegate.idempotency.operation;

import org.jspecify.annotations.NullMarked;
