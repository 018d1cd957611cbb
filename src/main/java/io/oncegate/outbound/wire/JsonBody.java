package io.oncegate.outbound.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON bodies: members in the order in which they were put, no white space, UTF-8. */
public final class JsonBody {

    /** As {@code Content-Type} says it. */
    public static final String TYPE = "application/json";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonBody() {}

    /** An object without members. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** What {@link #bytes} was given. */
    public static ObjectNode parse(byte[] bytes) {
        try {
            return (ObjectNode) MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("what was written as JSON can be read as JSON", e);
        }
    }

    /** Equal members in equal order give equal bytes. */
    public static byte[] bytes(ObjectNode body) {
        try {
            return MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON can be written as JSON", e);
        }
    }
}
