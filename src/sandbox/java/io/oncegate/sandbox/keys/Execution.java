package io.oncegate.sandbox.keys;

import io.oncegate.sandbox.exchange.Refused;

/** What executes a request that has been admitted. */
@FunctionalInterface
public interface Execution {

    /** Ends {@code claim}, now or later, unless it refuses before anything has happened. */
    void execute(Claim claim) throws Refused;
}
