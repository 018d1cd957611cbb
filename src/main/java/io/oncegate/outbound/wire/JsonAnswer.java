package io.oncegate.outbound.wire;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The JSON object of an answer, or one inside it. Unknown members are ignored; one that is missing, null or of another
 * type than asked for is empty, for nothing is converted. Members are named by their path.
 */
public final class JsonAnswer {

    /** A member that is there twice has no value to rely on, and what follows the object is no part of an answer. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode node;

    private JsonAnswer(JsonNode node) {
        this.node = node;
    }

    /** Empty for anything but exactly one JSON object. */
    public static Optional<JsonAnswer> of(byte[] body) {
        try {
            return Optional.ofNullable(MAPPER.readTree(body))
                    .filter(JsonNode::isObject)
                    .map(JsonAnswer::new);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A string that is not empty. */
    public Optional<String> text(String... path) {
        return Optional.of(at(path))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(value -> !value.isEmpty());
    }

    /** A number written without a fraction or an exponent that fits into 64 bits. */
    public Optional<Long> integer(String... path) {
        return Optional.of(at(path))
                .filter(value -> value.isIntegralNumber() && value.canConvertToLong())
                .map(JsonNode::longValue);
    }

    /** True or false. */
    public Optional<Boolean> flag(String... path) {
        return Optional.of(at(path)).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
    }

    /** An object. */
    public Optional<JsonAnswer> object(String... path) {
        return Optional.of(at(path)).filter(JsonNode::isObject).map(JsonAnswer::new);
    }

    /** An array of nothing but objects. */
    public Optional<List<JsonAnswer>> objects(String... path) {
        return Optional.of(at(path))
                .filter(JsonNode::isArray)
                .map(array -> StreamSupport.stream(array.spliterator(), false).toList())
                .filter(items -> items.stream().allMatch(JsonNode::isObject))
                .map(items -> items.stream().map(JsonAnswer::new).toList());
    }

    private JsonNode at(String... path) {
        JsonNode here = node;
        for (String member : path) {
            here = here.path(member);
        }
        return here;
    }
}
