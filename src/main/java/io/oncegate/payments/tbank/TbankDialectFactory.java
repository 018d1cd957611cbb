package io.oncegate.payments.tbank;

import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.DialectFactory;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.util.Optional;

/** Speaks to T-Bank with a terminal's key and its password. */
@ApplicationScoped
class TbankDialectFactory implements DialectFactory {

    @Override
    public String name() {
        return TbankDialect.DESCRIPTOR.name();
    }

    @Override
    public Optional<URI> home() {
        return Optional.of(URI.create("https://securepay.tinkoff.ru"));
    }

    @Override
    public boolean isComplete(Credentials credentials) {
        return credentials.id().isPresent() && credentials.secret().isPresent();
    }

    @Override
    public Descriptor descriptor() {
        return TbankDialect.DESCRIPTOR;
    }

    @Override
    public Dialect speaking(Credentials credentials) {
        return new TbankDialect(credentials);
    }
}
