package io.oncegate.outbound.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A form body in the making: pairs in the order in which they were added. For one thread. */
public final class FormBody {

    /** As {@code Content-Type} says it. */
    public static final String TYPE = "application/x-www-form-urlencoded";

    private final StringBuilder pairs = new StringBuilder();

    /** Adds a pair; none where there is no value. */
    public FormBody with(String name, @Nullable String value) {
        if (value != null) {
            pairs.append(pairs.isEmpty() ? "" : "&")
                    .append(Percent.encoded(name))
                    .append('=')
                    .append(Percent.encoded(value));
        }
        return this;
    }

    /** Equal pairs in equal order give equal bytes. */
    public byte[] bytes() {
        return pairs.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
