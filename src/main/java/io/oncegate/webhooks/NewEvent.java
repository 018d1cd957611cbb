package io.oncegate.webhooks;

import io.oncegate.webhooks.signature.Proof;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A signed webhook that has just come.
 *
 * @param id ULID, ours
 * @param account whose secret it was signed with
 * @param key by which its repeats are recognised, 1..255 characters: the sender's id of the event, else what it is
 *     about and the body's hash
 * @param type the sender's word for what happened, at most 100 characters
 * @param objectId what it is about, at most 255 characters
 * @param bodySha256 32 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NewEvent(
        String id,
        String account,
        String key,
        String type,
        @Nullable String objectId,
        byte[] body,
        byte[] bodySha256) {

    private static final int LONGEST_TYPE = 100;
    private static final int LONGEST_OBJECT_ID = 255;
    private static final Pattern USUAL_ID = Pattern.compile("[!-~]{1,200}");

    static NewEvent of(String id, String account, Proof proof, About about, byte[] body) {
        byte[] hash = sha256(body);
        String key = proof.eventId().or(about::eventId).map(NewEvent::key).orElseGet(() -> keyOf(about, hash));
        return new NewEvent(
                id,
                account,
                key,
                stored(about.type(), LONGEST_TYPE),
                about.objectId()
                        .map(object -> stored(object, LONGEST_OBJECT_ID))
                        .orElse(null),
                body,
                hash);
    }

    /** An id that no sender uses has its hash for a key. */
    private static String key(String eventId) {
        return USUAL_ID.matcher(eventId).matches()
                ? eventId
                : "sha256 " + hex(sha256(eventId.getBytes(StandardCharsets.UTF_8)));
    }

    /** Neither contains a space when it is an id, so that no id is such a key. */
    private static String keyOf(About about, byte[] bodySha256) {
        String object = about.objectId()
                .filter(id -> USUAL_ID.matcher(id).matches() && id.length() <= LONGEST_TYPE)
                .orElse("-");
        String type = Optional.of(about.type())
                .filter(word -> USUAL_ID.matcher(word).matches() && word.length() <= LONGEST_TYPE / 2)
                .orElse("-");
        return object + " " + type + " " + hex(bodySha256);
    }

    /** As PostgreSQL can store it: no U+0000, no half of a character. */
    private static String stored(String text, int most) {
        return text.codePoints()
                .limit(most)
                .map(point ->
                        Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
