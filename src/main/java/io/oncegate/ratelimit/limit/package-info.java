/**
 * What a limit is: an algorithm, a capacity and an exact rate. Plain values without a clock, a store or a framework, so
 * that whatever decides by them can be compared with whatever else does.
 */
@NullMarked
package io.oncegate.ratelimit.limit;

import org.jspecify.annotations.NullMarked;
