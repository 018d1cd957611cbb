/** The orders in PostgreSQL. */
@NullMarked
package io.oncegate.orders.postgres;

import org.jspecify.annotations.NullMarked;
