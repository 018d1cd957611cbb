/**
 * From which address a request comes: the peer's, or what proxies that are trusted say of it. The rest of the code never
 * reads a forwarding header or an address's text, and no name is ever resolved.
 */
@NullMarked
package io.oncegate.caller.address;

import org.jspecify.annotations.NullMarked;
