package io.oncegate.sandbox.script;

import io.oncegate.sandbox.notice.Recipient;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a provider can be told to do with one request that would move money or send a message, or with one that asks for
 * a status.
 */
public enum VerbKind {
    OK("ok", Argument.NONE),
    DECLINE("decline", Argument.NONE),
    REQUIRES_ACTION("requires_action", Argument.NONE),
    APPLY_THEN_DROP("apply_then_drop", Argument.NONE),
    DROP_BEFORE_APPLY("drop_before_apply", Argument.NONE),
    HANG("hang", Argument.MILLISECONDS),
    HANG_THEN_APPLY("hang_then_apply", Argument.MILLISECONDS),
    APPLY_AFTER("apply_after", Argument.MILLISECONDS),
    FAIL_APPLIED("500_applied", Argument.NONE),
    UNAVAILABLE_APPLIED("503_applied", Argument.NONE),
    FAIL_STORED("500_stored", Argument.NONE),
    UNAVAILABLE("503", Argument.NONE),
    TOO_MANY("429", Argument.SECONDS),
    IN_FLIGHT("409_in_flight", Argument.MILLISECONDS),
    GARBAGE("garbage", Argument.NONE),
    EMPTY("empty", Argument.NONE),
    MISMATCH_AMOUNT("mismatch_amount", Argument.NONE),
    MISMATCH_CURRENCY("mismatch_currency", Argument.NONE),
    REDIRECT("302", Argument.NONE),
    SLOW_BODY("slow_body", Argument.MILLISECONDS),
    TRUNCATED_BODY("truncated_body", Argument.NONE),
    CLOSE_KEEPALIVE("close_keepalive", Argument.NONE),
    STATUS_LAG("status_lag", Argument.MILLISECONDS),
    STATUS_FAILS("status_500", Argument.NONE),
    FORGET_KEYS("forget_keys", Argument.MILLISECONDS),
    WEBHOOK("webhook", Argument.RECIPIENT);

    /** What may stand in brackets behind a verb. */
    enum Argument {
        NONE("", "no argument"),
        MILLISECONDS("\\d{1,9}", "a number of milliseconds, as in hang(500)"),
        /** One second where none is given. */
        SECONDS("\\d{0,9}", "a number of seconds, as in 429(2)"),
        /** In this order, with one space between them. */
        RECIPIENT(
                Recipient.PATTERN,
                "an address, a secret if it is not the sandbox's own, and how often if more than once,"
                        + " as in webhook(http://127.0.0.1:8080/hook whsec_c2VjcmV0 x2)");

        private final String pattern;
        private final String description;

        Argument(String pattern, String description) {
            this.pattern = pattern;
            this.description = description;
        }

        boolean takes(String text) {
            return text.matches(pattern);
        }

        String description() {
            return description;
        }
    }

    private final String word;
    private final Argument argument;

    VerbKind(String word, Argument argument) {
        this.word = word;
        this.argument = argument;
    }

    static Optional<VerbKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    String word() {
        return word;
    }

    Argument argument() {
        return argument;
    }

    /** Whether requests that ask for a status take it. */
    boolean forStatus() {
        return this == STATUS_LAG || this == STATUS_FAILS;
    }
}
