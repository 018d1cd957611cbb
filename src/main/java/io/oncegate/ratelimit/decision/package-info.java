/**
 * What was decided about a request, once. Headers, problem, counters and log lines all read it from here, so that they
 * cannot contradict each other.
 */
@NullMarked
package io.oncegate.ratelimit.decision;

import org.jspecify.annotations.NullMarked;
