package io.oncegate.idempotency.operation;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer that belongs to a key: what the first request got and every repeat gets, byte for byte. The body's bytes
 * are shared, not copied; nobody writes to them.
 *
 * @param status the HTTP status
 * @param location the value of {@code Location}, null where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // equality, hash and text are written below
public record RecordedResponse(
        int status, String contentType, @Nullable String location, byte[] body) {

    /** About how many bytes it holds in memory. */
    public int weight() {
        return body.length
                + contentType.length()
                + Optional.ofNullable(location).map(String::length).orElse(0);
    }

    /** The headers that are recorded with it, by their names. */
    public Map<String, String> headers() {
        return location == null
                ? Map.of("Content-Type", contentType)
                : Map.of("Content-Type", contentType, "Location", location);
    }

    /** The name of the state in which a key with this answer is finished. */
    public KeyStatus finishes() {
        return status < 400 ? KeyStatus.SUCCEEDED : KeyStatus.FAILED_FINAL;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordedResponse that
                && status == that.status
                && contentType.equals(that.contentType)
                && Objects.equals(location, that.location)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(body) * 31 + status;
    }

    @Override
    public String toString() {
        return status + " " + contentType + " of " + body.length + " bytes";
    }
}
