package io.oncegate.problem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.oncegate.problem.Problem.FieldError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, read one by one, and all that is wrong with them, so that a client learns of every
 * error at once. Members that nobody asks for are ignored; {@code null} counts as absent. For one thread and one body.
 *
 * <pre>{@code
 * Members members = Members.of(body);
 * return members.orRefuse(new NewOrder(
 *         members.requiredString("user_id", 1, 64),
 *         members.requiredInteger("amount", 1, 999_999_999_999L),
 *         members.optionalString("external_id", 1, 64),
 *         members.optionalStringMap("metadata", 20)));
 * }</pre>
 *
 * <p>Where a required member is absent or wrong, a stand-in is returned beside the error, so that the reading goes on:
 * whatever was built from it must not be used before {@link #orRefuse} has let it pass.
 */
public final class Members {

    private static final String NUL = "\0";

    private final JsonNode object;
    private final String pointer;
    private final List<FieldError> errors;
    private final boolean standIn;

    private Members(JsonNode object, String pointer, List<FieldError> errors, boolean standIn) {
        this.object = object;
        this.pointer = pointer;
        this.errors = errors;
        this.standIn = standIn;
    }

    /** The members of a body; one that is no object has none, and that one error. */
    public static Members of(JsonNode body) {
        Members members = new Members(body, "", new ArrayList<>(), !body.isObject());
        if (members.standIn) {
            members.errors.add(new FieldError("", "must be a JSON object"));
        }
        return members;
    }

    /** What is wrong so far, in the order of reading; those of nested objects included. */
    public List<FieldError> errors() {
        return List.copyOf(errors);
    }

    /**
     * {@code read}, which was built from these members.
     *
     * @throws ProblemException with every error, when there is any
     */
    public <T> T orRefuse(T read) {
        if (!errors.isEmpty()) {
            throw Problem.invalid(errors()).toException();
        }
        return read;
    }

    /** A rule beyond a member's form: unless it {@code holds}, or the member is wrong already, {@code detail} is an error. */
    public void check(boolean holds, String name, String detail) {
        String at = at(name);
        if (!holds && !standIn && errors.stream().noneMatch(error -> concerns(error, at))) {
            errors.add(new FieldError(at, detail));
        }
    }

    /** A string of {@code least} to {@code most} characters (code points); stand-in: the empty string. */
    public String requiredString(String name, int least, int most) {
        return string(name, required(name), least, most).orElse("");
    }

    /** A string of {@code least} to {@code most} characters (code points), where the member is present. */
    public Optional<String> optionalString(String name, int least, int most) {
        return string(name, value(name), least, most);
    }

    /** An integer written as one, from {@code least} to {@code most}; stand-in: {@code least}. */
    public long requiredInteger(String name, long least, long most) {
        return integer(name, required(name), least, most).orElse(least);
    }

    /** An integer written as one, from {@code least} to {@code most}, where the member is present. */
    public Optional<Long> optionalInteger(String name, long least, long most) {
        return integer(name, value(name), least, most);
    }

    /** One of an enum's constants, by its name in lower case; stand-in: the first. */
    public <E extends Enum<E>> E requiredEnum(String name, Class<E> type) {
        return constant(name, required(name), type).orElse(type.getEnumConstants()[0]);
    }

    /** One of an enum's constants, by its name in lower case, where the member is present. */
    public <E extends Enum<E>> Optional<E> optionalEnum(String name, Class<E> type) {
        return constant(name, value(name), type);
    }

    /** {@code true} or {@code false}, where the member is present. */
    public Optional<Boolean> optionalBoolean(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            reject(at(name), "must be true or false");
            return Optional.empty();
        }
        return Optional.of(value.booleanValue());
    }

    /** An object of at most {@code most} strings; empty where the member is absent. */
    public Map<String, String> optionalStringMap(String name, int most) {
        JsonNode value = value(name);
        if (value == null) {
            return Map.of();
        }
        if (!value.isObject() || value.size() > most) {
            reject(at(name), "must be an object of at most " + most + " strings");
            return Map.of();
        }
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Entry<String, JsonNode> pair : value.properties()) {
            if (pair.getKey().contains(NUL)) {
                reject(at(name), "must not have a name with U+0000");
            } else {
                text(at(name) + "/" + escaped(pair.getKey()), pair.getValue())
                        .ifPresent(text -> pairs.put(pair.getKey(), text));
            }
        }
        return pairs;
    }

    /** An array of at most {@code most} strings, each of 1 to {@code longest} characters; empty where it is absent. */
    public List<String> optionalStrings(String name, int most, int longest) {
        JsonNode value = value(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.size() > most) {
            reject(at(name), "must be an array of at most " + most + " strings");
            return List.of();
        }
        Members elements = new Members(value, at(name), errors, false);
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            elements.string(Integer.toString(i), value.get(i), 1, longest).ifPresent(strings::add);
        }
        return strings;
    }

    /** An object's members; stand-in: one whose members bring no further errors. */
    public Members requiredObject(String name) {
        return nested(name, required(name))
                .orElseGet(() -> new Members(MissingNode.getInstance(), at(name), errors, true));
    }

    /** An object's members, where the member is present. */
    public Optional<Members> optionalObject(String name) {
        return nested(name, value(name));
    }

    private @Nullable JsonNode value(String name) {
        JsonNode value = standIn ? null : object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private @Nullable JsonNode required(String name) {
        JsonNode value = value(name);
        if (value == null) {
            reject(at(name), "is required");
        }
        return value;
    }

    private Optional<String> string(String name, @Nullable JsonNode value, int least, int most) {
        Optional<String> text = value == null ? Optional.empty() : text(at(name), value);
        int length = text.map(characters -> characters.codePointCount(0, characters.length()))
                .orElse(least);
        if (length < least || length > most) {
            reject(at(name), "must have " + (least == most ? "" : least + " to ") + most + " characters");
            return Optional.empty();
        }
        return text;
    }

    private Optional<String> text(String at, JsonNode value) {
        if (!value.isTextual()) {
            reject(at, "must be a string");
            return Optional.empty();
        }
        if (value.textValue().contains(NUL)) {
            reject(at, "must not contain U+0000");
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    private Optional<Long> integer(String name, @Nullable JsonNode value, long least, long most) {
        if (value == null) {
            return Optional.empty();
        }
        boolean integer = value.isIntegralNumber() && value.canConvertToLong();
        if (!integer || value.longValue() < least || value.longValue() > most) {
            reject(
                    at(name),
                    "must be an integer from " + least + " to " + most + ", written without a fraction or an exponent");
            return Optional.empty();
        }
        return Optional.of(value.longValue());
    }

    private <E extends Enum<E>> Optional<E> constant(String name, @Nullable JsonNode value, Class<E> type) {
        if (value == null) {
            return Optional.empty();
        }
        Optional<E> constant = Arrays.stream(type.getEnumConstants())
                .filter(one -> wire(one).equals(value.textValue()))
                .findFirst();
        if (constant.isEmpty()) {
            reject(
                    at(name),
                    "must be one of "
                            + Arrays.stream(type.getEnumConstants())
                                    .map(Members::wire)
                                    .collect(Collectors.joining(", ")));
        }
        return constant;
    }

    private Optional<Members> nested(String name, @Nullable JsonNode value) {
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isObject()) {
            reject(at(name), "must be an object");
            return Optional.of(new Members(value, at(name), errors, true));
        }
        return Optional.of(new Members(value, at(name), errors, false));
    }

    private void reject(String at, String detail) {
        if (!standIn) {
            errors.add(new FieldError(at, detail));
        }
    }

    private String at(String name) {
        return pointer + "/" + escaped(name);
    }

    private static boolean concerns(FieldError error, String at) {
        return error.pointer().equals(at) || error.pointer().startsWith(at + "/");
    }

    /** A name as a segment of a JSON pointer. */
    static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String wire(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
