/**
 * How many requests may work on PostgreSQL at once. This package keeps from the rest how that number is learnt from the
 * time that statements take.
 */
@NullMarked
package io.oncegate.overload.permits;

import org.jspecify.annotations.NullMarked;
