package io.oncegate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Plan;
import io.oncegate.problem.Members;
import io.oncegate.problem.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * What a client asks for with {@code POST /v1/messages}.
 *
 * @param refusal what is wrong with it; where there is any, the other members mean nothing
 * @param recipient E.164
 * @param life from acceptance until the message is not worth sending any more
 */
record NewMessage(
        Optional<Problem> refusal, String recipient, String text, int segments, Priority priority, Duration life) {

    private static final int LONGEST_NUMBER = 64;
    private static final int LONGEST_TEXT = 1600;
    private static final int MOST_SEGMENTS = 10;
    private static final Duration LONGEST_LIFE = Duration.ofHours(24).minusMinutes(5);

    /** A message ends this long before its key does, so that no repeat can come between the two. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    /** Reads a body, which may break any rule. {@code retention} is how long the message's key is kept. */
    static NewMessage from(JsonNode body, Plan plan, Duration retention) {
        Members members = Members.of(body);
        String to = members.requiredString("to", 1, LONGEST_NUMBER);
        Optional<String> recipient = PhoneNumber.e164(to);
        members.check(recipient.isPresent(), "to", "must be an international phone number, with + and country code");
        String text = members.requiredString("text", 1, LONGEST_TEXT);
        int segments = SmsSegments.of(text);
        members.check(segments <= MOST_SEGMENTS, "text", "must fit in " + MOST_SEGMENTS + " SMS segments");
        Priority priority = members.optionalEnum("priority", Priority.class).orElse(Priority.NORMAL);
        members.check(priority.allowedFor(plan), "priority", "must not be high for a tenant of the plan free");
        long longest = longestLife(retention).toSeconds();
        long expiresIn = members.optionalInteger("expires_in", 1, longest).orElse(longest);
        return new NewMessage(
                members.errors().isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(members.errors())),
                recipient.orElse(""),
                text,
                segments,
                priority,
                Duration.ofSeconds(expiresIn));
    }

    /** How long a message may live whose key is kept for {@code retention}. */
    static Duration longestLife(Duration retention) {
        Duration untilKeyEnds = retention.minus(MARGIN);
        return untilKeyEnds.compareTo(LONGEST_LIFE) < 0 ? untilKeyEnds : LONGEST_LIFE;
    }
}
