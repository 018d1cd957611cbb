package io.oncegate.payments;

import io.oncegate.payments.PaymentsConfig.KeySource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency key that a provider gets. It depends on the attempt and the operation alone, so that whoever sends the
 * same again sends the same key; another attempt or operation has another one.
 */
final class ProviderKey {

    /** Of the text that is hashed: another form would make other keys of payments that are under way. */
    private static final String FORM = "oncegate-1";

    private ProviderKey() {}

    /** Null where the provider takes none. */
    static @Nullable String of(ProviderOperation operation, Charge charge, Descriptor descriptor, KeySource source) {
        if (!descriptor.keyed()) {
            return null;
        }
        boolean verbatim = source == KeySource.VERBATIM
                && charge.attempt() == 1
                && descriptor.moves(operation)
                && charge.clientKey().length() <= descriptor.longestKey();
        return verbatim ? charge.clientKey() : derived(operation, charge, descriptor.longestKey());
    }

    private static String derived(ProviderOperation operation, Charge charge, int longest) {
        String text = FORM + "\n" + charge.orderId() + "\n" + operation.wire() + "\n" + charge.attempt();
        String hex = HexFormat.of().formatHex(sha256(text));
        return hex.substring(0, Math.min(longest, hex.length()));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
