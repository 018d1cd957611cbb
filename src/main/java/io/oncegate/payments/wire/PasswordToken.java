package io.oncegate.payments.wire;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A signature inside a JSON object, by a password that both sides know (T-Bank's acquiring documentation, Token). */
public final class PasswordToken {

    /** The member that it is. */
    public static final String MEMBER = "Token";

    /** A member that is there twice has no value to rely on. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PasswordToken() {}

    /**
     * SHA-256, in lower-case hex, over the values of the root's scalar members and the password, in the order of their
     * names. Nested objects and arrays do not take part, nor does the signature itself.
     */
    public static String of(ObjectNode object, String password) {
        Map<String, String> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            JsonNode value = member.getValue();
            if (value.isValueNode() && !value.isNull() && !member.getKey().equals(MEMBER)) {
                values.put(member.getKey(), value.asText());
            }
        }
        values.put("Password", password);
        return sha256(String.join("", values.values()));
    }

    /** Whether a body is one JSON object that was signed with this password. Compared in constant time. */
    public static boolean isOn(byte[] body, String password) {
        try {
            return MAPPER.readTree(body) instanceof ObjectNode object
                    && MessageDigest.isEqual(bytes(of(object, password)), bytes(tokenOf(object)));
        } catch (IOException e) {
            return false;
        }
    }

    private static String tokenOf(ObjectNode object) {
        return object.path(MEMBER).asText("").toLowerCase(Locale.ROOT);
    }

    /** A text's SHA-256 in lower-case hex. */
    public static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
