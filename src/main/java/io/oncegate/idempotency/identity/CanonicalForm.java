package io.oncegate.idempotency.identity;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The one form that all spellings of a JSON body share, and its hash. Members are sorted by code point, white space and
 * escapes are gone, arrays keep their order, numbers count by their exact value ({@code 10}, {@code 10.0} and
 * {@code 1e1} are one number), strings by their code points without normalisation, and {@code null} is not absence.
 *
 * <p>The form is a prefix code, so no two different bodies have one form: each value begins with a byte that names its
 * kind, strings and numbers with their length, arrays and objects end with a byte of their own.
 *
 * <pre>
 *   form   = version string value             (the string is the media type)
 *   value  = 'n' | 't' | 'f'
 *          | '#' int32 bytes int32            (length, two's complement of the unscaled value, scale; no trailing zero)
 *          | string
 *          | '[' value* ']'
 *          | '{' (string value)* '}'
 *   string = '"' int32 bytes                  (UTF-16 units, UTF-8)
 * </pre>
 *
 * <p>A stored fingerprint depends on every byte of this: a change of the form is a new version. Immutable and safe for
 * use by any thread.
 */
public final class CanonicalForm {

    /** The version of the form that is described here. */
    public static final int VERSION = 1;

    private static final String MEDIA_TYPE = "application/json";

    private final @Nullable Exclusions exclusions;

    /**
     * @param excluded JSON pointers to what does not count; each is left out wherever the body has it
     * @throws IllegalArgumentException for a pointer that is not one, or that leaves out the whole body
     */
    public CanonicalForm(List<String> excluded) {
        this.exclusions = Exclusions.of(excluded);
    }

    /** The fingerprint of a body as {@link io.oncegate.request.StrictJson} reads it. */
    public Fingerprint fingerprint(JsonNode body) {
        DigestBuffer out = new DigestBuffer();
        out.put(VERSION);
        string(out, MEDIA_TYPE);
        value(out, body, exclusions);
        return new Fingerprint(VERSION, out.sha256());
    }

    private static void value(DigestBuffer out, JsonNode value, @Nullable Exclusions place) {
        switch (value.getNodeType()) {
            case OBJECT -> object(out, value, place);
            case ARRAY -> array(out, value, place);
            case STRING -> string(out, value.textValue());
            case NUMBER -> number(out, value);
            case BOOLEAN -> out.put(value.booleanValue() ? 't' : 'f');
            case NULL -> out.put('n');
            default -> throw new IllegalArgumentException("not a JSON value: " + value.getNodeType());
        }
    }

    private static void object(DigestBuffer out, JsonNode object, @Nullable Exclusions place) {
        out.put('{');
        for (Entry<String, JsonNode> member : sorted(object)) {
            Exclusions below = Exclusions.at(place, member.getKey());
            if (!Exclusions.cover(below)) {
                string(out, member.getKey());
                value(out, member.getValue(), below);
            }
        }
        out.put('}');
    }

    private static List<Entry<String, JsonNode>> sorted(JsonNode object) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Entry<String, JsonNode>[] members = object.properties().toArray(new Entry[0]);
        Arrays.sort(members, Entry.comparingByKey(CanonicalForm::byCodePoint));
        return Arrays.asList(members);
    }

    /** UTF-16 orders the code points above U+FFFF before those from U+E000 on; this does not. */
    static int byCodePoint(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean above = Character.isSurrogate(x);
                return above == Character.isSurrogate(y) ? Character.compare(x, y) : above ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static void array(DigestBuffer out, JsonNode array, @Nullable Exclusions place) {
        out.put('[');
        int index = 0;
        for (Iterator<JsonNode> elements = array.elements(); elements.hasNext(); index++) {
            JsonNode element = elements.next();
            Exclusions below = Exclusions.at(place, index);
            if (!Exclusions.cover(below)) {
                value(out, element, below);
            }
        }
        out.put(']');
    }

    private static void string(DigestBuffer out, String text) {
        out.put('"');
        out.putInt(text.length());
        out.putUtf8(text);
    }

    private static void number(DigestBuffer out, JsonNode number) {
        out.put('#');
        BigDecimal value = ExactNumber.stripped(number.decimalValue());
        byte[] unscaled = value.unscaledValue().toByteArray();
        out.putInt(unscaled.length);
        out.put(unscaled);
        out.putInt(value.scale());
    }
}
