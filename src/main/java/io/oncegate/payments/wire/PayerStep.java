package io.oncegate.payments.wire;

import io.oncegate.payments.Charge;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Declined;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** A step that only the payer can take: 3-D Secure, or a page of the payer's bank. */
public final class PayerStep {

    private static final int LONGEST_URL = 2048;

    private PayerStep() {}

    /**
     * Where the payer has to be sent. A charge that came without an address to return to gets none to go to, so nobody
     * will ever take the step: that is a decline.
     *
     * @param url as it was answered
     */
    public static ProviderOutcome at(Optional<String> url, Charge charge, String externalId) {
        if (url.isEmpty() && charge.returnUrl() == null) {
            return new Declined("authentication_required", Optional.of(externalId));
        }
        return url.filter(PayerStep::canBeOpened)
                .<ProviderOutcome>map(address -> new ActionRequired(externalId, address))
                .orElse(Doubt.NO_REDIRECT);
    }

    /** Whether a payer's browser can be sent there: an absolute http(s) URL of at most 2048 characters. */
    static boolean canBeOpened(String url) {
        if (url.length() > LONGEST_URL) {
            return false;
        }
        try {
            URI address = new URI(url);
            String scheme = address.getScheme();
            boolean isWeb = "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
            return isWeb && address.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
