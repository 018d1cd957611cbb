package io.oncegate.messages.receipts;

import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.Receipt.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of Kannel's receipts.
 *
 * <pre>
 *   1   delivered to the phone          delivered
 *   2   not delivered to the phone      undelivered
 *   4   queued at the carrier           sent
 *   8   taken by the carrier            sent
 *   16  refused by the carrier          undelivered
 * </pre>
 */
final class KannelStatus {

    private KannelStatus() {}

    /** Empty for any other kind, which says nothing that would matter here. */
    static Optional<Receipt> receipt(String messageId, @Nullable String status) {
        if (status == null) {
            return Optional.empty();
        }
        return switch (status) {
            case "1" -> Optional.of(receipt(messageId, Kind.DELIVERED, null));
            case "2" -> Optional.of(receipt(messageId, Kind.UNDELIVERED, "undelivered"));
            case "4", "8" -> Optional.of(receipt(messageId, Kind.SENT, null));
            case "16" -> Optional.of(receipt(messageId, Kind.UNDELIVERED, "refused-by-carrier"));
            default -> Optional.empty();
        };
    }

    private static Receipt receipt(String messageId, Kind kind, @Nullable String reason) {
        return new Receipt(messageId, kind, Optional.empty(), reason);
    }
}
