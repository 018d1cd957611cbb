package io.oncegate.sandbox.stripe;

import org.jspecify.annotations.Nullable;

/**
 * How the payer pays.
 *
 * @param returnUrl where the payer goes after a step on {@code pageUrl}
 */
record PayerChoice(String method, @Nullable String returnUrl, String pageUrl) {}
