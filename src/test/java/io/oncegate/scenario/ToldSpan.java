package io.oncegate.scenario;

import io.oncegate.testsupport.Protobuf;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A span as a receiver of traces reads it (opentelemetry-proto, collector/trace/v1 and trace/v1).
 *
 * @param parent empty where it has none
 * @param details attributes, numbers as text
 */
record ToldSpan(
        String trace,
        String id,
        String parent,
        String name,
        Kind kind,
        Map<String, String> details,
        List<Mark> marks,
        boolean error) {

    /** Of those that there are, those that the service makes. */
    enum Kind {
        UNSPECIFIED,
        INTERNAL,
        SERVER,
        CLIENT
    }

    /** An event. */
    record Mark(String name, Map<String, String> details) {}

    private static final int ERROR = 2;

    /** Those of one export. */
    static Stream<ToldSpan> of(byte[] export) {
        return Protobuf.read(ByteBuffer.wrap(export)).messages(1).stream()
                .flatMap(resource -> resource.messages(2).stream())
                .flatMap(scope -> scope.messages(2).stream())
                .map(ToldSpan::of);
    }

    private static ToldSpan of(Protobuf span) {
        return new ToldSpan(
                span.hex(1),
                span.hex(2),
                span.hex(4),
                span.text(5),
                Kind.values()[(int) span.number(6)],
                details(span.messages(9)),
                span.messages(11).stream()
                        .map(event -> new Mark(event.text(2), details(event.messages(3))))
                        .toList(),
                span.message(15).filter(status -> status.number(3) == ERROR).isPresent());
    }

    private static Map<String, String> details(List<Protobuf> attributes) {
        var details = new TreeMap<String, String>();
        for (var attribute : attributes) {
            var value = attribute.message(2).orElseThrow();
            details.put(attribute.text(1), value.has(1) ? value.text(1) : String.valueOf(value.number(3)));
        }
        return details;
    }

    String detail(String name) {
        return details.getOrDefault(name, "");
    }
}
