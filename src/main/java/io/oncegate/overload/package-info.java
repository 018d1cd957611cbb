/**
 * What the service does when there is more than it can do: at this point, profiles, which lower all limits at once. The
 * features ask what holds now and never learn who decided it.
 */
@NullMarked
package io.oncegate.overload;

import org.jspecify.annotations.NullMarked;
