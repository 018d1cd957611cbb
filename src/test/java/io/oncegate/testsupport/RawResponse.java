package io.oncegate.testsupport;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An answer as it came over the wire, headers in their order, the body freed of its framing. Not meant to be compared. */
@SuppressWarnings("ArrayRecordComponent")
public record RawResponse(int status, List<Map.Entry<String, String>> headers, byte[] body) {

    /** The first header of this name. */
    public Optional<String> header(String name) {
        return headers(name).stream().findFirst();
    }

    /** Every header of this name. */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
