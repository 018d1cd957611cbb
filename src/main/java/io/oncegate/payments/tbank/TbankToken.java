package io.oncegate.payments.tbank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** A request's signature (T-Bank's acquiring documentation, Token). */
final class TbankToken {

    private TbankToken() {}

    /**
     * SHA-256, in lower-case hex, over the values of the root's scalar members and the password, in the order of their
     * names. Nested objects and arrays do not take part.
     */
    static String of(ObjectNode request, String password) {
        Map<String, String> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> member : request.properties()) {
            if (member.getValue().isValueNode()) {
                values.put(member.getKey(), member.getValue().asText());
            }
        }
        values.put("Password", password);
        return sha256(String.join("", values.values()));
    }

    /** A text's SHA-256 in lower-case hex. */
    static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
