/** Tenants, their API keys and the audit in PostgreSQL. */
@NullMarked
package io.oncegate.caller.postgres;

import org.jspecify.annotations.NullMarked;
