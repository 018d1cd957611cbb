package io.oncegate.webhooks.signature;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]}: HMAC-SHA-256 over the moment, a full stop and the body.
 * Other versions, such as the {@code v0} of test events, prove nothing.
 */
public final class StripeSignature implements Signature {

    private static final String HEADER = "Stripe-Signature";
    private static final String MOMENT = "t";
    private static final String VERSION = "v1";
    private static final int HEX_DIGITS = 64;

    private final HmacKeys keys;
    private final Freshness freshness;

    /** {@code secrets} as the provider shows them: the whole text is the key, {@code whsec_} included. */
    public StripeSignature(List<String> secrets, Freshness freshness) {
        this.keys = new HmacKeys(secrets.stream()
                .map(secret -> secret.getBytes(StandardCharsets.UTF_8))
                .toList());
        this.freshness = freshness;
    }

    @Override
    public Optional<Proof> check(SignedRequest request) {
        return request.header(HEADER)
                .map(Parts::of)
                .filter(parts -> parts.moment != null
                        && freshness.isFresh(parts.moment)
                        && keys.signed(
                                (parts.moment + ".").getBytes(StandardCharsets.US_ASCII),
                                request.body(),
                                parts.signatures))
                .map(parts -> Proof.OF_THE_BODY);
    }

    /** What a header says. */
    private static final class Parts {
        private final @Nullable String moment;
        private final List<byte[]> signatures;

        private Parts(@Nullable String moment, List<byte[]> signatures) {
            this.moment = moment;
            this.signatures = signatures;
        }

        /** The first moment; a further one is not the one that was signed, or is the same. */
        static Parts of(String header) {
            String moment = null;
            List<byte[]> signatures = new ArrayList<>();
            for (String part : header.split(",")) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? "" : part.substring(0, equals).strip();
                String value = part.substring(equals + 1).strip();
                if (name.equals(MOMENT) && moment == null) {
                    moment = value;
                } else if (name.equals(VERSION)) {
                    bytes(value).ifPresent(signatures::add);
                }
            }
            return new Parts(moment, signatures);
        }

        private static Optional<byte[]> bytes(String hex) {
            try {
                return hex.length() == HEX_DIGITS ? Optional.of(HexFormat.of().parseHex(hex)) : Optional.empty();
            } catch (IllegalArgumentException notHex) {
                return Optional.empty();
            }
        }
    }
}
