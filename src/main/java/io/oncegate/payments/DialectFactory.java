package io.oncegate.payments;

import java.net.URI;
import java.util.Optional;

/** Makes the {@link Dialect} of an account; there is one bean of this type for each protocol. */
public interface DialectFactory {

    /** The protocol's name in settings: {@code stripe}. */
    String name();

    /** Where the provider listens when no setting says otherwise; empty where there is no such place. */
    Optional<URI> home();

    /** Whether these credentials are all that the protocol asks for. */
    boolean isComplete(Credentials credentials);

    /** What the provider can do. */
    Descriptor descriptor();

    /** The dialect that speaks with these credentials. */
    Dialect speaking(Credentials credentials);
}
