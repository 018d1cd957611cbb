package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Requests that arrive at the same moment: each on a connection of its own, all but its last byte sent in peace, and
 * then the last bytes one right after the other.
 */
public final class Burst {
    private final List<Call> calls = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent")
    private record Call(RawHttp connection, byte[] request) {

        void sendAllButTheLastByte() {
            var unused = connection.send(Arrays.copyOf(request, request.length - 1));
        }

        void sendTheLastByte() {
            var unused = connection.send(Arrays.copyOfRange(request, request.length - 1, request.length));
        }
    }

    /** Adds a request to {@code server}. */
    @CanIgnoreReturnValue
    public Burst add(URI server, RawRequest request) {
        calls.add(new Call(RawHttp.connect(server), request.bytes()));
        return this;
    }

    /** Sends them all; the answers are in the order of the requests. */
    public List<RawResponse> send() {
        try {
            calls.forEach(Call::sendAllButTheLastByte);
            calls.forEach(Call::sendTheLastByte);
            return calls.stream().map(call -> call.connection().receive()).toList();
        } finally {
            calls.forEach(call -> call.connection().close());
        }
    }
}
