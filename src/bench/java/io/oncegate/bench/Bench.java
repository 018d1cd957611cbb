package io.oncegate.bench;

/** Entry of {@code src/bench/run}. */
final class Bench {

    public static void main(String... arguments) throws Exception {
        Options options;
        try {
            options = Options.of(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        switch (options.mode()) {
            case COMPARE -> {
                Comparison.run(options);
                if (options.wantsEverything()) {
                    System.out.println();
                    LimiterAlone.run(options);
                }
            }
            case LIMITER -> LimiterAlone.run(options);
            case GROWTH -> {
                Growth.run(options);
                System.out.println();
                Cleaning.run(options);
            }
            case LOAD -> Overload.run(options);
            case CLEANER -> Cleaning.run(options);
        }
    }

    private Bench() {}
}
