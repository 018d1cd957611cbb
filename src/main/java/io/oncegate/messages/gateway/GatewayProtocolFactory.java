package io.oncegate.messages.gateway;

import java.util.Optional;

/** Makes the {@link GatewayProtocol} of a gateway; there is one bean of this type for each protocol. */
public interface GatewayProtocolFactory {

    /** What the protocol can do; its name is the one in settings. */
    GatewayDescriptor descriptor();

    /** Whether these credentials are all that the protocol asks for. */
    boolean isComplete(GatewayCredentials credentials);

    /**
     * The protocol as it is spoken with these credentials.
     *
     * @param receipts where a gateway that has to be told so brings its receipts; without, it brings none
     */
    GatewayProtocol speaking(GatewayCredentials credentials, Optional<ReceiptPlace> receipts);
}
