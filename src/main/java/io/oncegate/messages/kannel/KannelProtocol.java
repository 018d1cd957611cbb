package io.oncegate.messages.kannel;

import io.oncegate.messages.GsmAlphabet;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.ReceiptPlace;
import io.oncegate.messages.receipts.ReceiptAddress;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.FormBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * {@code GET /cgi-bin/sendsms}, once. Who is named as the sender, and how many parts a long text may have, is in
 * Kannel's own settings of the user.
 */
final class KannelProtocol implements GatewayProtocol {

    static final GatewayDescriptor DESCRIPTOR = new GatewayDescriptor("kannel", false, Duration.ZERO, false);

    private static final byte[] NO_BODY = {};

    /** Seven bits a character. */
    private static final String GSM = "0";

    /** UCS-2, sixteen bits a character. */
    private static final String UCS2 = "2";

    /** Every kind of receipt: 1 delivered, 2 undelivered, 4 queued and 8 taken by the carrier, 16 refused by it. */
    private static final String ALL_RECEIPTS = "31";

    private final GatewayCredentials credentials;
    private final Optional<ReceiptPlace> receipts;

    KannelProtocol(GatewayCredentials credentials, Optional<ReceiptPlace> receipts) {
        this.credentials = credentials;
        this.receipts = receipts;
    }

    @Override
    public GatewayDescriptor descriptor() {
        return DESCRIPTOR;
    }

    /** The text is always written in UTF-8, whatever Kannel turns it into. */
    @Override
    public OutboundRequest send(OutgoingMessage message) {
        FormBody query = receipted(message)
                .with("username", credentials.id().orElseThrow())
                .with("password", credentials.secret().orElseThrow())
                .with("to", message.recipient())
                .with("text", message.text())
                .with("coding", GsmAlphabet.covers(message.text()) ? GSM : UCS2)
                .with("charset", "UTF-8")
                .with("account", message.id());
        String target = "/cgi-bin/sendsms?" + new String(query.bytes(), StandardCharsets.US_ASCII);
        return new OutboundRequest("GET", target, Map.of(), NO_BODY);
    }

    /** Where to tell what becomes of the message, if Kannel is to tell that. */
    private FormBody receipted(OutgoingMessage message) {
        return receipts.map(place -> new FormBody()
                        .with("dlr-mask", ALL_RECEIPTS)
                        .with("dlr-url", ReceiptAddress.of(place, message.id())))
                .orElseGet(FormBody::new);
    }

    @Override
    public DispatchOutcome read(Reply reply) {
        return KannelAnswers.handedOver(reply);
    }

    @Override
    public Optional<OutboundRequest> status(String messageId) {
        return Optional.empty();
    }

    /** There is no question that this could be an answer to. */
    @Override
    public DispatchOutcome readStatus(Reply reply) {
        return new Unknown("unreadable");
    }

    /** Its receipts have no body. */
    @Override
    public Optional<Receipt> receipt(byte[] body) {
        return Optional.empty();
    }
}
