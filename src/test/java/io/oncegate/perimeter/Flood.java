package io.oncegate.perimeter;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Very many requests of one address, a hundred on each connection, each hundred sent at once. */
final class Flood {
    private static final int ON_ONE_CONNECTION = 100;

    private Flood() {}

    /** The answers to {@code count} requests, in their order. */
    static List<RawResponse> from(String address, URI server, int count, IntFunction<RawRequest> request) {
        var answers = new ArrayList<RawResponse>(count);
        while (answers.size() < count) {
            var first = answers.size();
            var next = Math.min(count, first + ON_ONE_CONNECTION);
            try (var connection = RawHttp.connectFrom(address, server)) {
                for (var index = first; index < next; index++) {
                    connection.send(request.apply(index));
                }
                for (var index = first; index < next; index++) {
                    answers.add(connection.receive());
                }
            }
        }
        return answers;
    }
}
