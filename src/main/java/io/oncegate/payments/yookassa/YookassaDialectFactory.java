package io.oncegate.payments.yookassa;

import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.DialectFactory;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.util.Optional;

/** Speaks to YooKassa with a shop's id and its secret key. */
@ApplicationScoped
class YookassaDialectFactory implements DialectFactory {

    @Override
    public String name() {
        return YookassaDialect.DESCRIPTOR.name();
    }

    @Override
    public Optional<URI> home() {
        return Optional.of(URI.create("https://api.yookassa.ru"));
    }

    @Override
    public boolean isComplete(Credentials credentials) {
        return credentials.id().isPresent() && credentials.secret().isPresent();
    }

    @Override
    public Descriptor descriptor() {
        return YookassaDialect.DESCRIPTOR;
    }

    @Override
    public Dialect speaking(Credentials credentials) {
        return new YookassaDialect(credentials);
    }
}
