package io.oncegate.sandbox.stripe;

import java.util.Locale;

/** What has become of a charge; only one that succeeded has moved money. */
enum ChargeStatus {
    PENDING,
    SUCCEEDED,
    FAILED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
