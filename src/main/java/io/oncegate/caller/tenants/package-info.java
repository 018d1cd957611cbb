/**
 * The operator's side of callers: tenants and their API keys, made, changed and revoked. Every change is conditional on
 * the present state, is audited in its own statement, and changes nothing when repeated.
 */
@NullMarked
package io.oncegate.caller.tenants;

import org.jspecify.annotations.NullMarked;
