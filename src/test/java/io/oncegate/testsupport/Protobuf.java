package io.oncegate.testsupport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A protobuf message as its wire format has it (protobuf.dev, "Encoding"): fields by number, without a schema.
 *
 * @param fields in the order in which they were written
 */
public record Protobuf(List<Field> fields) {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED_32 = 5;

    /** Whichever of the two its wire type has. */
    public record Field(int number, long value, ByteBuffer bytes) {}

    public static Protobuf read(ByteBuffer message) {
        var rest = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        var fields = new ArrayList<Field>();
        while (rest.hasRemaining()) {
            var tag = (int) varint(rest);
            fields.add(field(tag >>> 3, tag & 7, rest));
        }
        return new Protobuf(fields);
    }

    private static Field field(int number, int wireType, ByteBuffer rest) {
        var none = ByteBuffer.allocate(0);
        return switch (wireType) {
            case VARINT -> new Field(number, varint(rest), none);
            case FIXED_64 -> new Field(number, rest.getLong(), none);
            case FIXED_32 -> new Field(number, rest.getInt(), none);
            case LENGTH_DELIMITED -> {
                var length = (int) varint(rest);
                var bytes = rest.slice(rest.position(), length);
                rest.position(rest.position() + length);
                yield new Field(number, 0, bytes);
            }
            default -> throw new AssertionError("no wire type: " + wireType);
        };
    }

    private static long varint(ByteBuffer rest) {
        long value = 0;
        for (var shift = 0; ; shift += 7) {
            long next = rest.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    /** The messages in a repeated field. */
    public List<Protobuf> messages(int number) {
        return all(number).stream().map(field -> read(field.bytes())).toList();
    }

    public Optional<Protobuf> message(int number) {
        return messages(number).stream().findFirst();
    }

    public boolean has(int number) {
        return !all(number).isEmpty();
    }

    /** Empty where it is not there. */
    public String text(int number) {
        return all(number).stream()
                .map(field ->
                        StandardCharsets.UTF_8.decode(field.bytes().duplicate()).toString())
                .findFirst()
                .orElse("");
    }

    /** Empty where it is not there. */
    public String hex(int number) {
        return all(number).stream()
                .map(field -> {
                    var bytes = new byte[field.bytes().remaining()];
                    field.bytes().duplicate().get(bytes);
                    return HexFormat.of().formatHex(bytes);
                })
                .findFirst()
                .orElse("");
    }

    /** 0 where it is not there. */
    public long number(int number) {
        return all(number).stream().mapToLong(Field::value).findFirst().orElse(0);
    }

    private List<Field> all(int number) {
        return fields.stream().filter(field -> field.number() == number).toList();
    }
}
