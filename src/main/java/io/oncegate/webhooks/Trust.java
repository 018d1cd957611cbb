package io.oncegate.webhooks;

import io.oncegate.caller.address.ClientAddress;
import io.oncegate.caller.address.Networks;
import io.oncegate.webhooks.signature.Signature;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** How far a source is believed. */
sealed interface Trust {

    /** Hands this to the branch for its kind. */
    <T> T match(Function<Signed, T> signed, Function<Unsigned, T> unsigned, Supplier<T> closed);

    /** Its word, where the signature proves that it is. */
    record Signed(Signature signature) implements Trust {
        @Override
        public <T> T match(Function<Signed, T> signed, Function<Unsigned, T> unsigned, Supplier<T> closed) {
            return signed.apply(this);
        }
    }

    /**
     * As far as to be asked.
     *
     * @param networks where it sends from, if that is known
     */
    record Unsigned(Optional<Networks> networks) implements Trust {

        /** Whether it may send from there. */
        boolean mayComeFrom(ClientAddress address) {
            return networks.map(known -> known.hold(address)).orElse(true);
        }

        @Override
        public <T> T match(Function<Signed, T> signed, Function<Unsigned, T> unsigned, Supplier<T> closed) {
            return unsigned.apply(this);
        }
    }

    /** Not at all: it would sign, and nobody has its secret. */
    record Closed() implements Trust {
        @Override
        public <T> T match(Function<Signed, T> signed, Function<Unsigned, T> unsigned, Supplier<T> closed) {
            return closed.get();
        }
    }
}
