package io.oncegate.idempotency.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Random;
import java.util.Set;

/** Random JSON values, random spellings of them, and random small changes to them. */
final class RandomJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int[] CHARACTERS = {
        'a', 'b', 'z', 'A', '0', ' ', '/', '"', '\\', '\n', '\t', 0, 0x1f, 0x7f, 0xe9, 0x301, 0x7ff, 0x800, 0x20ac,
        0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f600, 0x10ffff
    };

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    JsonNode value(int levels) {
        int kind = random.nextInt(levels == 0 ? 6 : 10);
        return switch (kind) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2, 3 -> DecimalNode.valueOf(number());
            case 4, 5 -> NODES.textNode(string());
            case 6, 7 -> array(levels);
            default -> object(levels);
        };
    }

    /** The value as one of its many texts. */
    String spell(JsonNode value) {
        StringBuilder out = new StringBuilder();
        spell(out, value);
        return out.toString();
    }

    /** A copy with one thing changed somewhere; now and then, the change has no meaning. */
    JsonNode changed(JsonNode value) {
        if (value.isEmpty() || random.nextInt(4) == 0) {
            return otherThan(value);
        }
        int place = random.nextInt(value.size());
        if (value instanceof ArrayNode array) {
            ArrayNode copy = array.deepCopy();
            if (random.nextInt(3) == 0) {
                JsonNode first = copy.get(0);
                copy.set(0, copy.get(place));
                copy.set(place, first);
            } else {
                copy.set(place, changed(array.get(place)));
            }
            return copy;
        }
        ObjectNode copy = value.deepCopy();
        Entry<String, JsonNode> member = new ArrayList<>(copy.properties()).get(place);
        switch (random.nextInt(4)) {
            case 0 -> copy.remove(member.getKey());
            case 1 -> {
                copy.remove(member.getKey());
                copy.set(string(), member.getValue());
            }
            default -> copy.set(member.getKey(), changed(member.getValue()));
        }
        return copy;
    }

    private JsonNode otherThan(JsonNode value) {
        if (value.isNumber() && random.nextInt(3) > 0) {
            BigDecimal number = value.decimalValue();
            return DecimalNode.valueOf(
                    switch (random.nextInt(4)) {
                        case 0 -> number.add(BigDecimal.ONE);
                        case 1 -> number.negate();
                        case 2 -> number.scaleByPowerOfTen(1);
                        default -> number.setScale(number.scale() + 2);
                    });
        }
        if (value.isTextual() && random.nextInt(3) > 0) {
            return NODES.textNode(value.textValue() + Character.toString(character()));
        }
        return random.nextBoolean() ? NODES.arrayNode().add(value) : value(1);
    }

    private BigDecimal number() {
        return switch (random.nextInt(6)) {
            case 0 -> BigDecimal.valueOf(random.nextInt(21) - 10);
            case 1 -> BigDecimal.valueOf((1L << 53) + random.nextInt(5) - 2);
            case 2 -> BigDecimal.valueOf(random.nextLong());
            case 3 -> BigDecimal.valueOf(random.nextInt(2000) - 1000, random.nextInt(9) - 4);
            case 4 -> new BigDecimal(new BigInteger(random.nextInt(300), random), random.nextInt(600) - 300);
            default ->
                new BigDecimal(
                        BigInteger.TEN.pow(random.nextInt(200)).multiply(BigInteger.valueOf(random.nextInt(50))));
        };
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            string.appendCodePoint(character());
        }
        return string.toString();
    }

    private int character() {
        return CHARACTERS[random.nextInt(CHARACTERS.length)];
    }

    private ArrayNode array(int levels) {
        ArrayNode array = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(value(levels - 1));
        }
        return array;
    }

    private ObjectNode object(int levels) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.set(string(), value(levels - 1));
        }
        return object;
    }

    private void spell(StringBuilder out, JsonNode value) {
        space(out);
        if (value.isObject()) {
            List<Entry<String, JsonNode>> members = new ArrayList<>(value.properties());
            Collections.shuffle(members, random);
            out.append('{');
            String comma = "";
            for (Entry<String, JsonNode> member : members) {
                out.append(comma);
                space(out);
                spell(out, member.getKey());
                space(out);
                out.append(':');
                spell(out, member.getValue());
                comma = ",";
            }
            space(out);
            out.append('}');
        } else if (value.isArray()) {
            out.append('[');
            String comma = "";
            for (JsonNode element : value) {
                out.append(comma);
                spell(out, element);
                comma = ",";
            }
            space(out);
            out.append(']');
        } else if (value.isTextual()) {
            spell(out, value.textValue());
        } else if (value.isNumber()) {
            spell(out, value.decimalValue());
        } else {
            out.append(value);
        }
        space(out);
    }

    private void spell(StringBuilder out, String text) {
        out.append('"');
        text.codePoints().forEach(c -> {
            boolean mustEscape = c < 0x20 || c == '"' || c == '\\';
            if (c == '/' && random.nextBoolean()) {
                out.append("\\/");
            } else if (c == '\n' && random.nextBoolean()) {
                out.append("\\n");
            } else if (mustEscape || random.nextInt(3) == 0) {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit));
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        out.append('"');
    }

    private void spell(StringBuilder out, BigDecimal number) {
        String sign = number.signum() < 0 || (number.signum() == 0 && random.nextBoolean()) ? "-" : "";
        int shift = random.nextInt(5);
        BigInteger digits = number.unscaledValue().abs().multiply(BigInteger.TEN.pow(shift));
        int exponent = shift + number.scale();
        out.append(sign);
        if (random.nextBoolean()) {
            out.append(number.abs().toPlainString());
            if (random.nextBoolean()) {
                out.append(number.scale() > 0 ? "0" : ".00");
            }
        } else if (exponent == 0 && random.nextBoolean()) {
            out.append(digits);
        } else {
            String mark = random.nextBoolean() ? "e" : "E";
            out.append(digits)
                    .append(mark)
                    .append(exponent <= 0 && random.nextBoolean() ? "+" : "")
                    .append(-exponent);
        }
    }

    private void space(StringBuilder out) {
        for (int i = random.nextInt(6) - 3; i > 0; i--) {
            out.append(" \t\r\n".charAt(random.nextInt(4)));
        }
    }

    /** Whether two values mean the same, told member by member and without any canonical form. */
    static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue()) == 0;
        }
        if (a.getNodeType() != b.getNodeType() || a.size() != b.size()) {
            return false;
        }
        if (a.isArray()) {
            for (int i = 0; i < a.size(); i++) {
                if (!same(a.get(i), b.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (a.isObject()) {
            Set<String> names = new HashSet<>();
            a.fieldNames().forEachRemaining(names::add);
            return names.stream().allMatch(name -> b.has(name) && same(a.get(name), b.get(name)));
        }
        return a.equals(b);
    }
}
