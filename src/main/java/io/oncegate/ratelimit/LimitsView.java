package io.oncegate.ratelimit;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.ratelimit.decision.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A caller's limits, as it reads them. */
public record LimitsView(@JsonProperty("items") List<Item> items) {

    private static final long MICROS_PER_MILLISECOND = 1000;

    /**
     * One limit.
     *
     * @param route what it counts by itself, {@code GET /v1/orders/export}; absent where it counts everything together
     * @param refill {@code 10/s}
     * @param waitMs how long until one token is there, in milliseconds; 0 where one is
     * @param source who knows: {@code redis}, or {@code local} for what an instance counts by itself
     */
    public record Item(
            @JsonProperty("policy") String policy,
            @JsonProperty("level") String level,
            @JsonProperty("route") Optional<String> route,
            @JsonProperty("algorithm") String algorithm,
            @JsonProperty("capacity") long capacity,
            @JsonProperty("refill") String refill,
            @JsonProperty("remaining") long remaining,
            @JsonProperty("wait_ms") long waitMs,
            @JsonProperty("mode") String mode,
            @JsonProperty("source") String source) {

        static Item of(Optional<String> route, Verdict verdict) {
            return new Item(
                    verdict.policy(),
                    verdict.level().wire(),
                    route,
                    verdict.limit().algorithm().wire(),
                    verdict.limit().capacity(),
                    verdict.limit().refill().wire(),
                    Math.max(0, verdict.remaining()),
                    (verdict.waitMicros() + MICROS_PER_MILLISECOND - 1) / MICROS_PER_MILLISECOND,
                    verdict.mode().wire(),
                    verdict.source().name().toLowerCase(Locale.ROOT));
        }
    }
}
