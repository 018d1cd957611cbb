/**
 * What the outside world would know: which charges, refunds and messages really happened, and which requests came in.
 * Tests ask it; nothing in the service can change it but by calling a provider.
 */
@NullMarked
package io.oncegate.sandbox.ledger;

import org.jspecify.annotations.NullMarked;
