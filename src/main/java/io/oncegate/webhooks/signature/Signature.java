package io.oncegate.webhooks.signature;

import java.util.Optional;

/**
 * One sender's way of signing, with all of its secrets that are in use. What is compared with a secret's work is
 * compared in constant time, with that of every secret. Immutable and safe for use by any thread.
 */
public interface Signature {

    /** What the signature proves; empty where there is none, or it is not the sender's, or too old. */
    Optional<Proof> check(SignedRequest request);
}
