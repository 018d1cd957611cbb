package io.oncegate.outbound;

import java.util.Map;

/**
 * A request as bytes. The body is shared, not copied; nobody writes to it.
 *
 * @param target path and query below the account's URL, beginning with a slash
 * @param headers in the order in which they are sent; without Host and Content-Length
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OutboundRequest(String method, String target, Map<String, String> headers, byte[] body) {}
