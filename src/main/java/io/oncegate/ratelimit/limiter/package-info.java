/**
 * From what is to be charged to a decision: which buckets are asked, in which order, what happens when the shared ones
 * do not answer, and what is given back. The rest of the code never learns where a bucket is.
 */
@NullMarked
package io.oncegate.ratelimit.limiter;

import org.jspecify.annotations.NullMarked;
