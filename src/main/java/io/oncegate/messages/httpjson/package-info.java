/**
 * A gateway that takes messages as JSON and recognises each by the id that we give it. Made for gateways that can be
 * written to fit: it leaves nothing in doubt for long.
 */
@NullMarked
package io.oncegate.messages.httpjson;

import org.jspecify.annotations.NullMarked;
