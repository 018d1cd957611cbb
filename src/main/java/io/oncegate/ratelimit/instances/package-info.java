/**
 * How many instances there are, as far as each of them can tell: by heartbeats in PostgreSQL, and never fewer than were
 * configured. Whoever divides a limit among them need not know how they are counted.
 */
@NullMarked
package io.oncegate.ratelimit.instances;

import org.jspecify.annotations.NullMarked;
