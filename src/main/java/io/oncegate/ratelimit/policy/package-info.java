/**
 * Which limits there are and what they are at this moment for a tenant: configuration, plans, the operator's changes and
 * the profile, in their order of precedence. The rest of the code asks for terms and never learns where they came from.
 */
@NullMarked
package io.oncegate.ratelimit.policy;

import org.jspecify.annotations.NullMarked;
