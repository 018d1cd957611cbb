package io.oncegate.outbound;

import java.util.ArrayList;
import java.util.List;

/** Checks of {@link SandboxConfig} that need more than a value's own range. */
public final class SandboxSettings {

    private SandboxSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(SandboxConfig config, boolean production) {
        List<String> complaints = new ArrayList<>();
        if (!config.sandbox().url().map(BaseUrl::isOne).orElse(true)) {
            complaints.add("oncegate.sandbox.url " + BaseUrl.RULE + ".");
        }
        if (production && config.sandbox().url().isPresent() && !config.allowSandbox()) {
            complaints.add("oncegate.sandbox.url (ONCEGATE_SANDBOX_URL) leads to no real provider; production takes it"
                    + " only with oncegate.allow-sandbox=true (ONCEGATE_ALLOW_SANDBOX).");
        }
        return complaints;
    }
}
