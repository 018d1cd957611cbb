/** The webhooks in PostgreSQL. */
@NullMarked
package io.oncegate.webhooks.postgres;

import org.jspecify.annotations.NullMarked;
