package io.oncegate.messages.httpjson;

import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.GatewayProtocolFactory;
import io.oncegate.messages.gateway.ReceiptPlace;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Speaks to a gateway with a token. Its events are signed and need no place of their own. */
@ApplicationScoped
class HttpJsonProtocolFactory implements GatewayProtocolFactory {

    @Override
    public GatewayDescriptor descriptor() {
        return HttpJsonProtocol.DESCRIPTOR;
    }

    @Override
    public boolean isComplete(GatewayCredentials credentials) {
        return credentials.secret().isPresent();
    }

    @Override
    public GatewayProtocol speaking(GatewayCredentials credentials, Optional<ReceiptPlace> receipts) {
        return new HttpJsonProtocol(credentials.secret().orElseThrow());
    }
}
