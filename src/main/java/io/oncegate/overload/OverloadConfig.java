package io.oncegate.overload;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How much an instance does at once, who waits for how long, and what each profile means. */
@ConfigMapping(prefix = "oncegate.overload")
public interface OverloadConfig {

    /** How many requests work at once. */
    Permits permits();

    /** How many wait. */
    Queue queue();

    /** Which routes matter how much. */
    Classes classes();

    /** The operators' own. */
    Operators operators();

    /** One group for each profile. */
    Profiles profiles();

    /** Profiles that are switched without an operator. */
    Automatic automatic();

    /** Requests that work on PostgreSQL at once. */
    interface Permits {

        /**
         * Requests that may work on PostgreSQL at once, however slow it becomes. With fewer than a handful there would
         * be nothing to learn from.
         */
        @WithDefault("8")
        @Min(1)
        @Max(1000)
        int floor();

        /**
         * Requests that may work on PostgreSQL at once, however fast it is; at most, and where it is not set,
         * three for each of <code>oncegate.db.pool-size</code>: new orders and messages leave together, so that many of them share a
         * connection. Between floor and ceiling, the number follows the time that statements take.
         */
        Optional<Integer> ceiling();
    }

    /** Requests that wait for a permit. */
    interface Queue {

        /**
         * Requests of the class <code>critical</code> that may wait. A second's work of a fast PostgreSQL; what would
         * wait longer than it has time is refused before.
         */
        @WithDefault("2000")
        @Min(0)
        @Max(100000)
        int critical();

        /** Requests of the class <code>normal</code> that may wait. */
        @WithDefault("1000")
        @Min(0)
        @Max(100000)
        int normal();

        /** Requests of the class <code>low</code> that may wait. */
        @WithDefault("200")
        @Min(0)
        @Max(100000)
        int low();

        /** Requests of one tenant that may wait in one class, so that no tenant fills it. */
        @WithDefault("500")
        @Min(0)
        @Max(100000)
        int perTenant();
    }

    /** Routes by class. What stands in neither list is <code>normal</code>. */
    interface Classes {

        /**
         * The routes of the class <code>critical</code>, which gets 80 % of what can be done while others wait too: money,
         * and what its sender repeats until it is taken.
         */
        @WithDefault("POST /v1/orders,POST /v1/webhooks/{account},GET /v1/receipts/kannel/{message_id}")
        List<String> critical();

        /** The routes of the class <code>low</code>, which gets 4 %. All others are <code>normal</code> and get 16 %. */
        @WithDefault("GET /v1/orders/export")
        List<String> low();
    }

    /** Permits that no tenant's load takes. */
    interface Operators {

        /** Requests to <code>/admin</code> that may work at once: one that looks, and one that changes something. */
        @WithDefault("2")
        @Min(1)
        @Max(100)
        int permits();

        /** Requests to <code>/admin</code> that may wait for that. */
        @WithDefault("50")
        @Min(0)
        @Max(10000)
        int queue();
    }

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

        /** How much of the queue is used in the profile <code>normal</code>: all of it. */
        @WithDefault("100")
        @Min(1)
        @Max(100)
        int queuePercent();

        /** Routes that answer 503 <code>route-disabled</code> in the profile <code>normal</code>. */
        Optional<List<String>> disabledRoutes();
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

        /** How much of the queue is used in the profile <code>degraded</code>: what waits less, is answered sooner. */
        @WithDefault("50")
        @Min(1)
        @Max(100)
        int queuePercent();

        /** Routes that answer 503 <code>route-disabled</code> in the profile <code>degraded</code>. */
        Optional<List<String>> disabledRoutes();
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

        /** How much of the queue is used in the profile <code>emergency</code>. */
        @WithDefault("25")
        @Min(1)
        @Max(100)
        int queuePercent();

        /**
         * Routes that answer 503 <code>route-disabled</code> in the profile <code>emergency</code>: what reads all that a
         * tenant has can wait.
         */
        @WithDefault("GET /v1/orders/export")
        Optional<List<String>> disabledRoutes();
    }

    /** When to switch. */
    interface Automatic {

        /**
         * Whether the service switches profiles by itself, one step at a time, by how full its queue is. Off by default:
         * it lowers everybody's limits, which an operator should have wanted.
         */
        @WithDefault("false")
        boolean enabled();

        /** From how full a queue on, in percent, the next worse profile is switched to. */
        @WithDefault("80")
        @Min(1)
        @Max(100)
        int worseFrom();

        /** Below how full a queue, in percent, the next better profile is switched to; less than <code>worse-from</code>. */
        @WithDefault("20")
        @Min(0)
        @Max(99)
        int betterBelow();

        /** How long a profile is kept at least, and how long things must have been calm for a better one. */
        @WithDefault("60s")
        Duration dwell();
    }
}
