/**
 * What the service needs from the process it runs in: start-up, the clock and the development servers. Features know
 * nothing of it; it knows their configuration.
 */
@NullMarked
package io.oncegate.runtime;

import org.jspecify.annotations.NullMarked;
