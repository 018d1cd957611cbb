package io.oncegate.caller.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * One change.
 *
 * @param actor who made it
 * @param action what happened, as {@code noun.verb}
 * @param subject the id of what was changed
 * @param tenant whose affair it is, where it is one tenant's
 * @param before the subject before as a JSON object, where it existed
 * @param after the subject after as a JSON object, where it still exists
 */
public record AuditEntry(
        String id,
        Instant at,
        String actor,
        String action,
        String subject,
        Optional<String> tenant,
        Optional<String> before,
        Optional<String> after) {}
