/**
 * One call to a third party: its time limit, the breaker, the bulkhead and the quota of the account it belongs to, and
 * the one question that matters afterwards: did anything leave? The rest of the code never sees a connection.
 */
@NullMarked
package io.oncegate.outbound;

import org.jspecify.annotations.NullMarked;
