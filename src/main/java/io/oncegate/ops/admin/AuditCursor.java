package io.oncegate.ops.admin;

import io.oncegate.caller.audit.Audit.Position;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.request.Ulid;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where a reader of the audit is: a time that it names, or the end of the page before. */
final class AuditCursor {

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private AuditCursor() {}

    /** After the cursor where there is one, else from {@code since} on, else from the beginning. */
    static Position position(@Nullable String since, @Nullable String cursor) {
        if (cursor != null) {
            return decoded(cursor);
        }
        return new Position(since == null ? Instant.EPOCH : time(since), "");
    }

    /** The cursor that continues after the entry. */
    static String after(AuditEntry entry) {
        String plain = entry.at() + "," + entry.id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.US_ASCII));
    }

    private static Position decoded(String cursor) {
        try {
            String[] parts =
                    new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(",", -1);
            if (parts.length == 2 && Ulid.isOne(parts[1])) {
                return new Position(inRange(Instant.parse(parts[0])), parts[1]);
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            // Not one of ours, as below.
        }
        throw Paging.invalidCursor();
    }

    private static Instant time(String since) {
        try {
            return inRange(OffsetDateTime.parse(since).toInstant());
        } catch (DateTimeParseException e) {
            throw Paging.invalid("since", "must be a time as RFC 3339 writes it, like 2030-12-31T23:59:59Z");
        }
    }

    private static Instant inRange(Instant time) {
        if (time.isBefore(Instant.EPOCH)) {
            return Instant.EPOCH;
        }
        return time.isAfter(LATEST) ? LATEST : time;
    }
}
