package io.oncegate.overload;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** What each profile means. */
@ConfigMapping(prefix = "oncegate.overload")
public interface OverloadConfig {

    /** One group for each profile. */
    Profiles profiles();

    /** The profiles by name. */
    interface Profiles {

        /** As usual. */
        Normal normal();

        /** Something is slower or smaller than usual. */
        Degraded degraded();

        /** Only what must be. */
        Emergency emergency();
    }

    /** As usual. */
    interface Normal {

        /** How much of every limit is granted in the profile <code>normal</code>: all of it. */
        @WithDefault("100")
        @Min(1)
        @Max(100)
        int multiplierPercent();
    }

    /** Something is slower or smaller than usual. */
    interface Degraded {

        /**
         * How much of every limit is granted in the profile <code>degraded</code>. Half of it is felt, and leaves most
         * callers alone: few use more than half of what they may.
         */
        @WithDefault("50")
        @Min(1)
        @Max(100)
        int multiplierPercent();
    }

    /** Only what must be. */
    interface Emergency {

        /**
         * How much of every limit is granted in the profile <code>emergency</code>: enough for each caller to get its
         * most important requests through.
         */
        @WithDefault("20")
        @Min(1)
        @Max(100)
        int multiplierPercent();
    }
}
