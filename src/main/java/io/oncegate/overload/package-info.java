/**
 * What the service does when there is more than it can do: permits, the queue in front of them, and profiles, which
 * lower all limits at once. The features run their work under {@link io.oncegate.overload.Admission} and never learn
 * who else waits.
 */
@NullMarked
package io.oncegate.overload;

import org.jspecify.annotations.NullMarked;
