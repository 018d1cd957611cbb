package io.oncegate.webhooks;

import io.oncegate.messages.ApplyReceipt;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A gateway, which tells of messages. It always signs: there are no hints. */
final class ReceiptTeller implements Teller {

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);

    private final String gateway;
    private final Function<byte[], Optional<Receipt>> reading;
    private final ApplyReceipt receipts;

    ReceiptTeller(Gateway gateway, ApplyReceipt receipts) {
        this(gateway.name(), gateway::receipt, receipts);
    }

    /** {@code reading}: what a body says of a message; empty for what is no event about one. */
    ReceiptTeller(String gateway, Function<byte[], Optional<Receipt>> reading, ApplyReceipt receipts) {
        this.gateway = gateway;
        this.reading = reading;
        this.receipts = receipts;
    }

    @Override
    public Optional<About> about(byte[] body) {
        return reading.apply(body)
                .map(receipt -> new About(
                        Optional.empty(),
                        receipt.kind().name().toLowerCase(Locale.ROOT),
                        Optional.of(receipt.messageId())));
    }

    @Override
    public Uni<Effect> apply(byte[] body, String eventId) {
        return reading.apply(body)
                .map(receipt -> receipts.apply(gateway, receipt, Deadline.in(STATEMENT_LIMIT))
                        .map(known -> known ? Effect.APPLIED : Effect.NOT_KNOWN_HERE))
                .orElseGet(() -> Uni.createFrom().item(Readable.effectOfNoEvent(body)));
    }

    @Override
    public Optional<Hint> hint(byte[] body) {
        return Optional.empty();
    }
}
