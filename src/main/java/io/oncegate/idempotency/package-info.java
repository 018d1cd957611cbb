/**
 * Runs an operation once for each idempotency key, however often and in whatever form its request arrives, and answers
 * every repeat with what the first one got. The operations know nothing of keys, claims or replays.
 */
@NullMarked
package io.oncegate.idempotency;

import org.jspecify.annotations.NullMarked;
