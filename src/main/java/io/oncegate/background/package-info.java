/**
 * The one shape of periodic work. A feature says what is to be done once and how often; this package keeps from it how
 * the runs are spaced, that they never overlap, how their failures are told and how they end with the process.
 */
@NullMarked
package io.oncegate.background;

import org.jspecify.annotations.NullMarked;
