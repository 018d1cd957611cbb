package io.oncegate.idempotency;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A table in which every claim meets a rival that it cannot see, which no real one does three times in a row. */
final class UnseenRivals implements IdempotencyStore {
    private int claims;

    /** An engine on this table. */
    IdempotencyEngine engine() {
        var config = Settings.of(IdempotencyConfig.class);
        var metrics = new IdempotencyMetrics(new SimpleMeterRegistry());
        var cache = new ReplayCache(0, Duration.ZERO, Ticker.systemTicker());
        var waiting = new WaitingDuplicates(this, Vertx.vertx(), config);
        return new IdempotencyEngine(this, new KeyAnswers(cache, metrics, config), waiting, metrics, new Ids() {
            @Override
            public String ulid() {
                throw new UnsupportedOperationException();
            }

            @Override
            public UUID token() {
                return UUID.randomUUID();
            }
        });
    }

    int claims() {
        return claims;
    }

    @Override
    public Uni<Claim> claimNew(IdempotentRequest request, UUID token, FirstPhase phase) {
        claims++;
        return Uni.createFrom().item(new Claim.Unseen());
    }
}
