/**
 * Buckets in the memory of one instance: for levels that need no more, and for shared ones while their store is away.
 * Time is handed in, and nothing here waits for anything.
 */
@NullMarked
package io.oncegate.ratelimit.local;

import org.jspecify.annotations.NullMarked;
