package io.oncegate.webhooks.signature;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.request.MalformedJsonException;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A member {@code Token} of the body (T-Bank's acquiring documentation): SHA-256 over the values of its other scalar
 * members and the account's password, in the order of their names. It is over what the body means, not over its bytes,
 * so that a body which could mean two things, with a member twice for one, has none; and there is no moment in it.
 */
public final class TokenSignature implements Signature {

    private static final String TOKEN = "Token";
    private static final String PASSWORD = "Password";

    private final List<String> passwords;

    /** {@code passwords} of the account: more than one while they rotate. */
    public TokenSignature(List<String> passwords) {
        this.passwords = List.copyOf(passwords);
    }

    @Override
    public Optional<Proof> check(SignedRequest request) {
        JsonNode body;
        try {
            body = StrictJson.parse(request.body());
        } catch (MalformedJsonException unreadable) {
            return Optional.empty();
        }
        JsonNode token = body.path(TOKEN);
        if (!body.isObject() || !token.isTextual() || body.has(PASSWORD)) {
            return Optional.empty();
        }
        return isOurs(token.textValue(), scalars(body)) ? Optional.of(Proof.OF_THE_BODY) : Optional.empty();
    }

    private boolean isOurs(String token, Map<String, String> values) {
        byte[] told = token.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        boolean ours = false;
        for (String password : passwords) {
            values.put(PASSWORD, password);
            ours |= MessageDigest.isEqual(told, sha256(String.join("", values.values())));
        }
        return ours;
    }

    private static Map<String, String> scalars(JsonNode body) {
        Map<String, String> values = new TreeMap<>();
        for (Map.Entry<String, JsonNode> member : body.properties()) {
            if (member.getValue().isValueNode()
                    && !member.getValue().isNull()
                    && !member.getKey().equals(TOKEN)) {
                values.put(member.getKey(), member.getValue().asText());
            }
        }
        return values;
    }

    /** In lower-case hex, as it is told. */
    private static byte[] sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
