package io.oncegate.caller;

import java.util.ArrayList;
import java.util.List;

/** Checks of {@link CallerConfig} that need more than a value's own range. */
public final class CallerSettings {

    private static final int SHORTEST_OPERATOR_KEY = 16;

    private CallerSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(CallerConfig config, boolean production) {
        List<String> complaints = new ArrayList<>();
        if (!config.bootstrapOperatorKey().map(CallerSettings::usable).orElse(true)) {
            complaints.add(
                    "oncegate.bootstrap-operator-key must be 16 to 128 visible ASCII characters, spaces excluded.");
        }
        if (production && config.demo()) {
            complaints.add("oncegate.demo=true is for development and tests: its keys are public.");
        }
        return complaints;
    }

    private static boolean usable(String operatorKey) {
        return operatorKey.length() >= SHORTEST_OPERATOR_KEY
                && operatorKey.length() <= FixedKeys.LONGEST
                && operatorKey.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }
}
