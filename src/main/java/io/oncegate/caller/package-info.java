/**
 * Who is calling: API keys, tenants, principals, plans and scopes. This package keeps from the rest of the code how a
 * credential looks, where it is kept and how it is checked; a resource method says which scope it needs and asks for
 * the {@link io.oncegate.caller.Caller}.
 */
@NullMarked
package io.oncegate.caller;

import org.jspecify.annotations.NullMarked;
