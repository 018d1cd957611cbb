/**
 * The shared buckets in Redis: one script decides all of a call's levels in one round trip. The rest of the code knows
 * neither that there is a script nor whose client calls it, and is told in time when Redis is away.
 */
@NullMarked
package io.oncegate.ratelimit.redis;

import org.jspecify.annotations.NullMarked;
