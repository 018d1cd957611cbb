package io.oncegate.payments.keyless;

import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.DialectFactory;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.util.Optional;

/** Speaks to a crude provider, wherever it is, with a secret. */
@ApplicationScoped
class KeylessDialectFactory implements DialectFactory {

    @Override
    public String name() {
        return KeylessDialect.DESCRIPTOR.name();
    }

    @Override
    public Optional<URI> home() {
        return Optional.empty();
    }

    @Override
    public boolean isComplete(Credentials credentials) {
        return credentials.secret().isPresent();
    }

    @Override
    public Descriptor descriptor() {
        return KeylessDialect.DESCRIPTOR;
    }

    @Override
    public Dialect speaking(Credentials credentials) {
        return new KeylessDialect(credentials);
    }
}
