package io.oncegate.sandbox.keys;

import io.oncegate.sandbox.exchange.Reply;
import java.util.Set;

/** A claim that holds an object too: while it lasts no other request works on it, under whatever key. */
public final class LockedClaim implements Claim {
    private final Claim claim;
    private final Set<String> locked;
    private final String object;

    /** Locks {@code object}, which must not be among {@code locked}. */
    public LockedClaim(Claim claim, Set<String> locked, String object) {
        this.claim = claim;
        this.locked = locked;
        this.object = object;
        if (!locked.add(object)) {
            throw new IllegalStateException("%s is locked already.".formatted(object));
        }
    }

    @Override
    public void keep(Reply reply) {
        locked.remove(object);
        claim.keep(reply);
    }

    @Override
    public void release() {
        locked.remove(object);
        claim.release();
    }

    @Override
    public void forget() {
        claim.forget();
    }
}
