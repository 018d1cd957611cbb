package io.oncegate.payments;

import io.oncegate.outbound.SandboxConfig;
import io.oncegate.outbound.SandboxSettings;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks of settings on payments that need more than a value's own range. */
@ApplicationScoped
public class PaymentsSettings {

    private static final String PREFIX = "oncegate.payments.";

    /** It becomes a label of metrics, a column and a part of a path. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Together with a connection it stays below the time that the shutdown waits for running requests, 35 s. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(4);
    private static final Duration LONGEST = Duration.ofDays(365);

    private final PaymentsConfig config;
    private final SandboxConfig sandbox;
    private final Map<String, Descriptor> dialects;

    PaymentsSettings(PaymentsConfig config, SandboxConfig sandbox, @All List<DialectFactory> dialects) {
        this.config = config;
        this.sandbox = sandbox;
        this.dialects = dialects.stream().collect(Collectors.toMap(DialectFactory::name, DialectFactory::descriptor));
    }

    /** A sentence for each reason not to start. */
    public List<String> complaints(boolean production) {
        List<String> complaints = new ArrayList<>(SandboxSettings.complaints(sandbox, production));
        range(complaints, "send-within", config.sendWithin(), LONGEST);
        range(complaints, "pay-within", config.payWithin(), LONGEST);
        range(complaints, "check-interval", config.checkInterval(), LONGEST);
        range(complaints, "review-after", config.reviewAfter(), LONGEST);
        range(complaints, "inline-check-after", config.inlineCheckAfter(), LONGEST);
        range(complaints, "call-timeout", config.callTimeout(), LONGEST_CALL);
        range(complaints, "connect-timeout", config.connectTimeout(), LONGEST_CONNECT);
        if (config.reviewAfter().compareTo(config.payWithin()) <= 0) {
            complaints.add("oncegate.payments.review-after must be longer than oncegate.payments.pay-within, or a"
                    + " payment is left to an operator while it is still tried.");
        }
        new TreeMap<>(config.accounts()).forEach((name, account) -> {
            if (NAME.matcher(name).matches()) {
                complaints.addAll(new AccountSettings(PREFIX + "accounts." + name + ".", account, config.sendWithin())
                        .complaints(dialects));
            } else {
                complaints.add(PREFIX + "accounts.\"" + name
                        + "\" must be named with 1 to 64 small letters, digits and hyphens.");
            }
        });
        return complaints;
    }

    private static void range(List<String> complaints, String setting, Duration value, Duration most) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(most) > 0) {
            complaints.add("%s%s must be from 1 ms to %s.".formatted(PREFIX, setting, written(most)));
        }
    }

    private static String written(Duration duration) {
        return duration.toDays() > 0 ? duration.toDays() + " days" : duration.toSeconds() + " s";
    }
}
