package io.oncegate.ratelimit.headers;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes what a decision says of the caller's limits onto the answer: {@code RateLimit} and {@code RateLimit-Policy} of
 * the IETF drafts, each field in the one grammar of its dialect, and {@code X-RateLimit-*} beside them. Stateless.
 */
@ApplicationScoped
public class LimitHeaders {

    private static final CharSequence RATE_LIMIT = HttpHeaders.createOptimized("RateLimit");
    private static final CharSequence RATE_LIMIT_POLICY = HttpHeaders.createOptimized("RateLimit-Policy");
    private static final CharSequence X_LIMIT = HttpHeaders.createOptimized("X-RateLimit-Limit");
    private static final CharSequence X_REMAINING = HttpHeaders.createOptimized("X-RateLimit-Remaining");
    private static final CharSequence X_RESET = HttpHeaders.createOptimized("X-RateLimit-Reset");

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_MICROSECOND = 1000;

    private final HeaderDialect dialect;
    private final boolean xHeaders;
    private final XReset xReset;
    private final Clock clock;

    @Inject
    LimitHeaders(HeaderConfig config, Clock clock) {
        this(config.headers(), config.xHeaders(), config.xReset(), clock);
    }

    /** {@code clock} is for {@link XReset#EPOCH}. */
    LimitHeaders(HeaderDialect dialect, boolean xHeaders, XReset xReset, Clock clock) {
        this.dialect = dialect;
        this.xHeaders = xHeaders;
        this.xReset = xReset;
        this.clock = clock;
    }

    /**
     * Writes the headers of {@code decision} in the place of those that an earlier one left. Nothing happens when the
     * answer's head has gone already, or when the decision has nothing to tell the caller.
     */
    public void write(HttpServerResponse response, Decision decision) {
        ToldPolicies policies = ToldPolicies.of(decision);
        Optional<Verdict> nearest = policies.nearest();
        if (nearest.isEmpty() || response.headWritten()) {
            return;
        }
        switch (dialect) {
            case DRAFT_07 -> writeDraft07(response, policies, nearest.get());
            case DRAFT_10 -> writeDraft10(response, policies, nearest.get());
            case NONE -> {}
        }
        if (xHeaders) {
            writeX(response, nearest.get());
        }
    }

    /** A dictionary of integers, and a list of integers with a window each. */
    private static void writeDraft07(HttpServerResponse response, ToldPolicies policies, Verdict nearest) {
        response.putHeader(
                RATE_LIMIT,
                "limit=" + ToldPolicies.quota(nearest)
                        + ", remaining=" + ToldPolicies.remaining(nearest)
                        + ", reset=" + ToldPolicies.resetSeconds(nearest));
        response.putHeader(
                RATE_LIMIT_POLICY,
                joined(policies.listed(), policy -> ToldPolicies.quota(policy) + ";w=" + ToldPolicies.window(policy)));
    }

    /** Lists of names (strings), with integers as parameters. */
    private static void writeDraft10(HttpServerResponse response, ToldPolicies policies, Verdict nearest) {
        response.putHeader(
                RATE_LIMIT,
                name(nearest) + ";r=" + ToldPolicies.remaining(nearest) + ";t=" + ToldPolicies.resetSeconds(nearest));
        response.putHeader(
                RATE_LIMIT_POLICY,
                joined(
                        policies.listedWithNearest(),
                        policy -> name(policy) + ";q=" + ToldPolicies.quota(policy) + ";w="
                                + ToldPolicies.window(policy)));
    }

    private void writeX(HttpServerResponse response, Verdict nearest) {
        response.putHeader(X_LIMIT, Long.toString(ToldPolicies.quota(nearest)));
        response.putHeader(X_REMAINING, Long.toString(ToldPolicies.remaining(nearest)));
        response.putHeader(X_RESET, Long.toString(xReset(nearest)));
    }

    private long xReset(Verdict nearest) {
        return switch (xReset) {
            case EPOCH -> ToldPolicies.secondsUp(nowMicros() + ToldPolicies.resetMicros(nearest));
            case SECONDS -> ToldPolicies.resetSeconds(nearest);
        };
    }

    private long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICROSECOND;
    }

    private static String joined(Iterable<Verdict> policies, Function<Verdict, String> item) {
        StringBuilder list = new StringBuilder();
        policies.forEach(policy -> list.append(list.isEmpty() ? "" : ", ").append(item.apply(policy)));
        return list.toString();
    }

    private static String name(Verdict policy) {
        return '"' + policy.policy().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
