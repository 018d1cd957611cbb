package io.oncegate.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as the one JSON value that every reader would read in it (RFC 8259 and the advice of RFC 7493): strict
 * UTF-8 without a byte order mark, no member twice, no lone surrogate, nothing after the value, at most 32 levels, and
 * no number whose mere expansion costs something. Two bodies that give equal trees mean the same to any recipient.
 *
 * <p>Numbers keep their exact value: an integer literal gives an integral node, anything with a fraction or an exponent
 * a {@link DecimalNode}. Stateless and safe for use by any thread.
 */
public final class StrictJson {

    /** Arrays and objects inside each other. */
    static final int DEEPEST = 32;

    /** Characters of one number, its sign and exponent included. */
    static final int LONGEST_NUMBER = 1000;

    /** A number's exponent as it is written, with either sign. */
    static final int HIGHEST_EXPONENT = 10_000;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    // Names are the client's: a shared table of them would be the client's to fill. Sizes are bounded below, or by the
    // body's own size; only the nesting is bounded twice, since the parser keeps a context per level.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST + 1)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private StrictJson() {}

    /**
     * The value that the body holds.
     *
     * @throws MalformedJsonException when it is anything but exactly one
     */
    public static JsonNode parse(byte[] body) {
        CharBuffer text = decode(body);
        // Handed over as characters: from bytes, Jackson would guess at UTF-16 and UTF-32.
        try (JsonParser parser =
                FACTORY.createParser(text.array(), text.arrayOffset() + text.position(), text.remaining())) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new MalformedJsonException("The body is empty; send one JSON value.");
            }
            JsonNode value = value(parser, first, 0);
            if (parser.nextToken() != null) {
                throw malformed("has something after its JSON value", parser.currentTokenLocation());
            }
            return value;
        } catch (JsonEOFException e) {
            throw new MalformedJsonException("The body ends before its JSON value does.");
        } catch (JsonProcessingException e) {
            throw malformed("is not valid JSON", e.getLocation());
        } catch (IOException e) {
            throw new IllegalStateException("characters in memory could not be read", e);
        }
    }

    private static CharBuffer decode(byte[] body) {
        CharBuffer text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("The body is not valid UTF-8.");
        }
        if (text.hasRemaining() && text.get(text.position()) == BYTE_ORDER_MARK) {
            throw new MalformedJsonException("The body begins with a byte order mark; send UTF-8 without one.");
        }
        return text;
    }

    private static JsonNode value(JsonParser parser, @Nullable JsonToken token, int depth) throws IOException {
        if (token == null) {
            throw new MalformedJsonException("The body ends before its JSON value does.");
        }
        return switch (token) {
            case START_OBJECT -> object(parser, deeper(parser, depth));
            case START_ARRAY -> array(parser, deeper(parser, depth));
            case VALUE_STRING -> NODES.textNode(wellFormed(parser, parser.getText()));
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> decimal(parser);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw malformed("is not valid JSON", parser.currentTokenLocation());
        };
    }

    private static ObjectNode object(JsonParser parser, int depth) throws IOException {
        ObjectNode object = NODES.objectNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
            String name = wellFormed(parser, parser.currentName());
            if (object.has(name)) {
                throw malformed("has an object with a member twice", parser.currentTokenLocation());
            }
            object.set(name, value(parser, parser.nextToken(), depth));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, int depth) throws IOException {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(parser, token, depth));
        }
        return array;
    }

    private static int deeper(JsonParser parser, int depth) {
        if (depth == DEEPEST) {
            throw malformed("is nested deeper than " + DEEPEST + " levels", parser.currentTokenLocation());
        }
        return depth + 1;
    }

    private static JsonNode integer(JsonParser parser) throws IOException {
        refuseLongNumber(parser);
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private static JsonNode decimal(JsonParser parser) throws IOException {
        refuseLongNumber(parser);
        if (exponent(parser.getText()) > HIGHEST_EXPONENT) {
            throw malformed("has a number whose exponent is beyond " + HIGHEST_EXPONENT, parser.currentTokenLocation());
        }
        return DecimalNode.valueOf(parser.getDecimalValue());
    }

    private static void refuseLongNumber(JsonParser parser) throws IOException {
        if (parser.getTextLength() > LONGEST_NUMBER) {
            throw malformed(
                    "has a number of more than " + LONGEST_NUMBER + " characters", parser.currentTokenLocation());
        }
    }

    /** The exponent's magnitude, as far as it matters here: digits are read only until it is too high. */
    private static int exponent(String number) {
        int at = Math.max(number.indexOf('e'), number.indexOf('E'));
        if (at < 0) {
            return 0;
        }
        int magnitude = 0;
        for (int i = at + 1; i < number.length() && magnitude <= HIGHEST_EXPONENT; i++) {
            char c = number.charAt(i);
            if (c != '+' && c != '-') {
                magnitude = magnitude * 10 + (c - '0');
            }
        }
        return magnitude;
    }

    /** Only a {@code \\u} escape can bring half a surrogate pair past the decoder. */
    private static String wellFormed(JsonParser parser, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw malformed("has a string with half a surrogate pair", parser.currentTokenLocation());
                }
                i++;
            }
        }
        return text;
    }

    private static MalformedJsonException malformed(String what, @Nullable JsonLocation where) {
        String place = where == null ? "" : " at line " + where.getLineNr() + ", column " + where.getColumnNr();
        return new MalformedJsonException("The body " + what + place + ".");
    }
}
