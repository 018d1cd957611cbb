/**
 * What all providers and gateways have in common: a request that would move money or send a message, the verb it takes,
 * and what then happens to the money or the message, to the key and on the wire. A dialect adds its own words to it.
 */
@NullMarked
package io.oncegate.sandbox.dialect;

import org.jspecify.annotations.NullMarked;
