package io.oncegate.messages.kannel;

import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.GatewayProtocolFactory;
import io.oncegate.messages.gateway.ReceiptPlace;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Speaks to a Kannel as one of its users. */
@ApplicationScoped
class KannelProtocolFactory implements GatewayProtocolFactory {

    @Override
    public GatewayDescriptor descriptor() {
        return KannelProtocol.DESCRIPTOR;
    }

    @Override
    public boolean isComplete(GatewayCredentials credentials) {
        return credentials.id().isPresent() && credentials.secret().isPresent();
    }

    @Override
    public GatewayProtocol speaking(GatewayCredentials credentials, Optional<ReceiptPlace> receipts) {
        return new KannelProtocol(credentials, receipts);
    }
}
