package io.oncegate.messages.gateway;

import java.net.URI;
import java.util.List;

/**
 * Where a gateway that signs nothing brings its receipts. Its text names nothing secret.
 *
 * @param base the address at which the gateway reaches this service, without a slash at its end
 * @param secrets any of them proves that an address below it was given out by this service; the first one is used for
 *     those that are given out now
 */
public record ReceiptPlace(URI base, List<String> secrets) {

    public ReceiptPlace {
        secrets = List.copyOf(secrets);
    }

    @Override
    public String toString() {
        return "ReceiptPlace[" + base + "]";
    }
}
