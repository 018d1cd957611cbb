package io.oncegate.sandbox.keys;

import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that one provider has seen, each for 24 hours. Not for use by several threads. */
public final class IdempotencyKeys {
    /** As Stripe and YooKassa document it. */
    private static final Duration LIFE = Duration.ofHours(24);

    private final InstantSource clock;
    private final Map<String, Use> uses = new Newest<>(Retention.objects());

    public IdempotencyKeys(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Looks a key up, and claims it where it is free.
     *
     * @param key with the account that uses it: accounts do not see each other's keys
     * @param parameters of the request, which equal those of an equal request
     */
    public Admission admit(String key, String path, String parameters) {
        var use = uses.get(key);
        if (use == null || use.isOver(clock.instant())) {
            return new Admission.Fresh(claim(key, path, parameters));
        }
        if (!use.path.equals(path) || !use.parameters.equals(parameters)) {
            return new Admission.Reused(use.path);
        }
        return use.reply == null ? new Admission.Busy() : new Admission.Replay(use.reply);
    }

    private Claim claim(String key, String path, String parameters) {
        // Taken out first: a map keeps the place of a key that it knows, and this one is young again.
        uses.remove(key);
        var use = new Use(key, path, parameters, clock.instant());
        uses.put(key, use);
        return use;
    }

    /** A key in use. Once it has been freed, whatever this says of it has no effect on who uses it next. */
    private final class Use implements Claim {
        private final String key;
        private final String path;
        private final String parameters;
        private final Instant begun;
        private @Nullable Reply reply;

        private Use(String key, String path, String parameters, Instant begun) {
            this.key = key;
            this.path = path;
            this.parameters = parameters;
            this.begun = begun;
        }

        @Override
        public void keep(Reply kept) {
            reply = kept;
        }

        @Override
        public void release() {
            uses.remove(key, this);
        }

        @Override
        public void forget() {
            uses.remove(key, this);
        }

        private boolean isOver(Instant now) {
            return reply != null && now.isAfter(begun.plus(LIFE));
        }
    }
}
