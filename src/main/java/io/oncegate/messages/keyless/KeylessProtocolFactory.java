package io.oncegate.messages.keyless;

import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.GatewayProtocolFactory;
import io.oncegate.messages.gateway.ReceiptPlace;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Speaks to a crude gateway, wherever it is, with a token. It brings no receipts. */
@ApplicationScoped
class KeylessProtocolFactory implements GatewayProtocolFactory {

    @Override
    public GatewayDescriptor descriptor() {
        return KeylessProtocol.DESCRIPTOR;
    }

    @Override
    public boolean isComplete(GatewayCredentials credentials) {
        return credentials.secret().isPresent();
    }

    @Override
    public GatewayProtocol speaking(GatewayCredentials credentials, Optional<ReceiptPlace> receipts) {
        return new KeylessProtocol(credentials.secret().orElseThrow());
    }
}
