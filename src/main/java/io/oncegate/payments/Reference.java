package io.oncegate.payments;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which attempt a {@link Charge#reference()} names.
 *
 * @param orderId ULID
 * @param attempt from 1
 */
public record Reference(String orderId, int attempt) {

    private static final Pattern FORM = Pattern.compile("([0-7][0-9A-HJKMNP-TV-Z]{25})(?:-([2-9]|[1-9][0-9]{1,3}))?");

    /** What was written as one; empty for anything else. */
    public static Optional<Reference> of(String written) {
        Matcher form = FORM.matcher(written);
        if (!form.matches()) {
            return Optional.empty();
        }
        String number = form.group(2);
        return Optional.of(new Reference(form.group(1), number == null ? 1 : Integer.parseInt(number)));
    }
}
