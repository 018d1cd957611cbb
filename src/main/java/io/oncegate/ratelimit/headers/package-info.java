/**
 * A decision as a client reads it: RateLimit headers in the dialect that is configured, X-RateLimit headers beside them,
 * and the problem of a refusal.
 */
@NullMarked
package io.oncegate.ratelimit.headers;

import org.jspecify.annotations.NullMarked;
