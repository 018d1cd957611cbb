/** The messages in PostgreSQL. */
@NullMarked
package io.oncegate.messages.postgres;

import org.jspecify.annotations.NullMarked;
