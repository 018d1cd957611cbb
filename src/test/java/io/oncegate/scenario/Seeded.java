package io.oncegate.scenario;

import java.util.Random;

/** Randomness that can be had again: what fails says its seed, and {@code -Dscenario.seed=...} brings it back. */
final class Seeded {

    /** A scenario that takes random turns. */
    @FunctionalInterface
    interface Scenario {
        void run(Random random) throws Exception;
    }

    private Seeded() {}

    static void run(Scenario scenario) {
        var seed = Long.getLong("scenario.seed", System.nanoTime());
        try {
            scenario.run(new Random(seed));
        } catch (Exception | AssertionError failed) {
            throw new AssertionError("Failed with -Dscenario.seed=%d: %s".formatted(seed, failed.getMessage()), failed);
        }
    }
}
