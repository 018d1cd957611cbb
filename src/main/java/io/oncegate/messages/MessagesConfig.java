package io.oncegate.messages;

import io.oncegate.idempotency.identity.KeySource;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** <code>POST /v1/messages</code> as an operation that takes a key. */
@ConfigMapping(prefix = "oncegate.operations.messages")
public interface MessagesConfig {

    /**
     * How long a message's idempotency key is kept after it was accepted. A message never outlives its key, so this also
     * bounds <code>expires_in</code>, five minutes below.
     */
    @WithDefault("24h")
    Duration retention();

    /** How long a caller that names no budget waits for its answer. */
    @WithDefault("5s")
    Duration budget();

    /** JSON pointers of members that do not count when a key's requests are compared. */
    @WithDefault("/timestamp,/client_timestamp,/tracking")
    List<String> fingerprintExcludes();

    /**
     * <code>client</code>, or <code>derived</code>: the client's key is then ignored, and equal messages are sent once
     * within the retention, under whatever keys they come.
     */
    @WithDefault("client")
    KeySource keySource();
}
