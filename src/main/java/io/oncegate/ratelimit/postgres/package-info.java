/** What rate limits keep in PostgreSQL: operators' changes, and the heartbeats of the instances that share a limit. */
@NullMarked
package io.oncegate.ratelimit.postgres;

import org.jspecify.annotations.NullMarked;
