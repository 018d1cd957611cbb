package io.oncegate.webhooks.signature;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request as it came in.
 *
 * @param headers all values of a header, by its name in any case
 * @param body the bytes as they were received: a signature is over them, and not over what they mean
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SignedRequest(Function<String, List<String>> headers, byte[] body) {

    /** The value of a header that is there exactly once: of two, nobody knows which was meant. */
    Optional<String> header(String name) {
        List<String> values = headers.apply(name);
        return values.size() == 1 ? Optional.of(values.get(0)) : Optional.empty();
    }
}
