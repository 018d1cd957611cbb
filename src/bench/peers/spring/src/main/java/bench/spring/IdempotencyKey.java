package bench.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;

/** The key of a request, which its header gives bare or in quotes. */
record IdempotencyKey(String value) {

    private static final String HEADER = "Idempotency-Key";
    private static final Pattern WELL_FORMED = Pattern.compile("[!-~&&[^\"\\\\,;]]{1,255}");

    static IdempotencyKey of(HttpServletRequest request) {
        List<String> lines = Collections.list(request.getHeaders(HEADER));
        if (lines.isEmpty()) {
            throw Refusal.of(HttpStatus.BAD_REQUEST, "idempotency-key-missing", "Send an " + HEADER + ".");
        }
        String key = unquoted(lines.get(0));
        if (lines.size() > 1 || !WELL_FORMED.matcher(key).matches()) {
            throw Refusal.of(
                    HttpStatus.BAD_REQUEST,
                    "idempotency-key-invalid",
                    "Send one " + HEADER + " of 1 to 255 visible ASCII characters other than \" \\ , and ;.");
        }
        return new IdempotencyKey(key);
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
