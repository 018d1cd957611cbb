package io.oncegate.outbound;

import java.util.Map;
import java.util.Optional;

/**
 * A whole answer of a third party. The body is shared, not copied; nobody writes to it.
 *
 * @param headers by their names in lower case; of a repeated one the first
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Reply(int status, Map<String, String> headers, byte[] body) {

    /** A header's value, by its name in lower case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
