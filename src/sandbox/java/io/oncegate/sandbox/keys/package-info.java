/**
 * Idempotency keys as providers with keys keep them: the first request under a key executes, equal ones get its answer,
 * and anything else under the same key is refused.
 */
@NullMarked
package io.oncegate.sandbox.keys;

import org.jspecify.annotations.NullMarked;
