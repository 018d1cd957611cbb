package io.oncegate.messages;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** How messages leave, how many may wait, and how long each step may take. */
@ConfigMapping(prefix = "oncegate.messages")
public interface DispatchConfig {

    /**
     * How often an instance looks for messages that are due. The instance that accepts a message sends it at once; the
     * look finds what other instances left, and what is tried again.
     */
    @WithDefault("250ms")
    Duration pollInterval();

    /**
     * How long a message that an instance took, and has not begun to send, is its own. Several times the pause of a
     * garbage collector; an instance that is killed delays what it had taken by that much.
     */
    @WithDefault("10s")
    Duration lease();

    /**
     * How long after it was written down that a message is being sent its request may still leave; a worker that stalled
     * for longer sends nothing. Far below the time after which others take it for sent.
     */
    @WithDefault("2s")
    Duration sendWithin();

    /**
     * How often a message is given to a gateway that turns it away (429, refused credentials) before it is left to an
     * operator. Tries that never reached the gateway do not count.
     */
    @WithDefault("20")
    @Min(1)
    @Max(1000)
    int mostAttempts();

    /**
     * Messages that may wait to be sent; beyond that 503 <code>queue-full</code>. Sixteen minutes' worth of a gateway
     * that takes a hundred a second: whatever waits longer has lost its point.
     */
    @WithDefault("100000")
    @Min(1)
    @Max(10_000_000)
    int maxQueued();

    /** The same for one tenant: half of it, so that none fills the queue alone. */
    @WithDefault("50000")
    @Min(1)
    @Max(10_000_000)
    int maxQueuedPerTenant();

    /** How long a message's text is kept after its end, for whoever asks what was sent. */
    @WithDefault("30d")
    Duration keepText();
}
