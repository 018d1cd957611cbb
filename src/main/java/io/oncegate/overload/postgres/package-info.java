/** The profile that all instances are in, in PostgreSQL. */
@NullMarked
package io.oncegate.overload.postgres;

import org.jspecify.annotations.NullMarked;
