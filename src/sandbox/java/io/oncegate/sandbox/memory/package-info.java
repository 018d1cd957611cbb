/**
 * How much of the past the sandbox keeps: enough for any test, and never more than its heap can hold, however long it
 * is left running under load.
 */
@NullMarked
package io.oncegate.sandbox.memory;

import org.jspecify.annotations.NullMarked;
