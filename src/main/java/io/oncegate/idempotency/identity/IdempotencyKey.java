package io.oncegate.idempotency.identity;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a client calls one request by, so that it can send it again. Case-sensitive, kept as sent, never read as a UUID
 * or anything else. A secret of its caller: neither {@link #toString()} nor {@link #hash()} tells it.
 *
 * @param value 1 to 255 visible ASCII characters other than {@code "}, {@code \}, {@code ,} and {@code ;}
 */
public record IdempotencyKey(String value) {

    /** Name of the request header. */
    public static final String HEADER = "Idempotency-Key";

    private static final int LONGEST = 255;
    private static final int HASH_BYTES = 8;

    public IdempotencyKey {
        if (!valid(value)) {
            throw new IllegalArgumentException("not an idempotency key");
        }
    }

    /**
     * The key in a request's header: {@code k} or, quoted as a structured field, {@code "k"}, which is the same key.
     *
     * @param headerLines one entry per line of the header; none when it is absent
     * @throws ProblemException when the header is absent, or is anything but one line with one key
     */
    public static IdempotencyKey from(List<String> headerLines) {
        if (headerLines.isEmpty()) {
            throw Problem.of(
                            ProblemType.IDEMPOTENCY_KEY_MISSING,
                            "Send an Idempotency-Key header, and the same one again when you repeat this request.")
                    .toException();
        }
        if (headerLines.size() > 1) {
            throw invalid("Send exactly one Idempotency-Key header.");
        }
        String value = unquoted(headerLines.get(0));
        if (!valid(value)) {
            throw invalid("An Idempotency-Key has 1 to 255 visible ASCII characters other than \" \\ , and ;"
                    + " and no parameters.");
        }
        return new IdempotencyKey(value);
    }

    /** The key in a request's header, where it is there and valid. */
    public static Optional<IdempotencyKey> sent(List<String> headerLines) {
        return headerLines.size() == 1
                ? Optional.of(unquoted(headerLines.get(0)))
                        .filter(IdempotencyKey::valid)
                        .map(IdempotencyKey::new)
                : Optional.empty();
    }

    /**
     * The key of whoever sends the same again: SHA-256 over tenant, principal, route and fingerprint, each with its
     * length, so that no two requests share one.
     */
    public static IdempotencyKey derivedFrom(String tenant, String principal, String route, Fingerprint fingerprint) {
        DigestBuffer out = new DigestBuffer();
        for (String part : List.of(tenant, principal, route)) {
            out.putInt(part.length());
            out.putUtf8(part);
        }
        out.putInt(fingerprint.version());
        out.put(fingerprint.sha256());
        return new IdempotencyKey(HexFormat.of().formatHex(out.sha256()));
    }

    /** The first 16 hex digits of the key's SHA-256: what log lines call it. */
    public String hash() {
        byte[] digest = Sha256.begin().digest(value.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    }

    @Override
    public String toString() {
        return "IdempotencyKey[" + hash() + "]";
    }

    private static String unquoted(String line) {
        boolean quoted = line.length() > 1 && line.startsWith("\"") && line.endsWith("\"");
        return quoted ? line.substring(1, line.length() - 1) : line;
    }

    private static boolean valid(String value) {
        if (value.isEmpty() || value.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < '!' || c > '~' || c == '"' || c == '\\' || c == ',' || c == ';') {
                return false;
            }
        }
        return true;
    }

    private static ProblemException invalid(String detail) {
        return Problem.of(ProblemType.IDEMPOTENCY_KEY_INVALID, detail).toException();
    }
}
