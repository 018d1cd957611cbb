package io.oncegate.payments.stripe;

import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.DialectFactory;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.util.Optional;

/** Speaks to Stripe with a secret key. */
@ApplicationScoped
class StripeDialectFactory implements DialectFactory {

    @Override
    public String name() {
        return StripeDialect.DESCRIPTOR.name();
    }

    @Override
    public Optional<URI> home() {
        return Optional.of(URI.create("https://api.stripe.com"));
    }

    @Override
    public boolean isComplete(Credentials credentials) {
        return credentials.secret().isPresent();
    }

    @Override
    public Descriptor descriptor() {
        return StripeDialect.DESCRIPTOR;
    }

    @Override
    public Dialect speaking(Credentials credentials) {
        return new StripeDialect(credentials);
    }
}
