package io.oncegate.messages.gateway;

import java.util.Optional;

/**
 * How the service proves itself to a gateway. Its text names nothing secret.
 *
 * @param id what is not secret: a user's name
 * @param secret a token or a password
 */
public record GatewayCredentials(Optional<String> id, Optional<String> secret) {

    @Override
    public String toString() {
        return "GatewayCredentials[" + (secret.isPresent() ? "with" : "without") + " a secret]";
    }
}
