/**
 * An atomic phase: one SQL statement, one commit. This package keeps from the rest of the code how a statement reaches
 * PostgreSQL, how long that may take, what a lost reply means and which error a client is told.
 */
@NullMarked
package io.oncegate.phase;

import org.jspecify.annotations.NullMarked;
