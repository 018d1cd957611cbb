/**
 * Who is let in next, and who not at all: permits, the queue in front of them, its classes and tenants. Plain classes
 * with a clock of the caller's; this package keeps from the rest how fairness is counted.
 */
@NullMarked
package io.oncegate.overload.queue;

import org.jspecify.annotations.NullMarked;
