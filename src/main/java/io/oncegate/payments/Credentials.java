package io.oncegate.payments;

import java.util.Optional;

/**
 * How an account proves itself to its provider. Its text names nothing secret.
 *
 * @param id what is not secret: a shop's or a terminal's id
 * @param secret a secret key or a password
 */
public record Credentials(Optional<String> id, Optional<String> secret) {

    @Override
    public String toString() {
        return "Credentials[" + (secret.isPresent() ? "with" : "without") + " a secret]";
    }
}
