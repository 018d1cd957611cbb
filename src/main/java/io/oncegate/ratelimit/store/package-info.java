/**
 * What is asked of the buckets that all instances share, and what they answer, whatever keeps them. Its failures are
 * values that a policy can react to, never an exception of a client library.
 */
@NullMarked
package io.oncegate.ratelimit.store;

import org.jspecify.annotations.NullMarked;
