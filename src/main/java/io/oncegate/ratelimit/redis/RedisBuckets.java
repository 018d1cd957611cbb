package io.oncegate.ratelimit.redis;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.ratelimit.redis.RedisCall.Question;
import io.oncegate.ratelimit.redis.RedisCall.RedisClock;
import io.oncegate.ratelimit.redis.StoreBreaker.Change;
import io.oncegate.ratelimit.redis.StoreBreaker.Pass;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import io.oncegate.ratelimit.store.RedisConfig;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.oncegate.ratelimit.store.Taken;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The shared buckets, in Redis. One call is one round trip of {@code lua/rate_limit.lua}. A call that was sent is never
 * sent again, but for one to which Redis answered that it does not know the script.
 */
@ApplicationScoped
class RedisBuckets implements SharedBuckets {

    private static final Logger LOG = Logger.getLogger(RedisBuckets.class);

    private final RedisClock clock;
    private final RateLimitStoreConfig config;
    private final Background background;
    private final RedisClients clients;
    private final StoreBreaker breaker;
    private final Contact contact;
    private final Script script = new Script();
    private final AtomicInteger inFlight = new AtomicInteger();

    RedisBuckets(
            Vertx vertx, RedisConfig redis, RateLimitStoreConfig config, StoreMetrics metrics, Background background) {
        this.clock = new RedisClock(vertx, System::nanoTime, metrics);
        this.config = config;
        this.background = background;
        this.clients = new RedisClients(vertx, redis, clock.nanos());
        this.breaker = new StoreBreaker(config, clock.nanos());
        this.contact = new Contact(clock.nanos());
        metrics.watch(inFlight, config.mostInFlight());
    }

    /** Nothing of it is waited for: the service starts without Redis too. */
    void begin(@Observes StartupEvent starting) {
        background.every(config.breakerProbe(), "redis-watch", this::look);
        AtomicBoolean told = new AtomicBoolean();
        for (Future<?> opening : clients.current().begin(script.load())) {
            opening.onFailure(away -> {
                contact.lost();
                if (told.compareAndSet(false, true)) {
                    LOG.warn("Redis does not answer at the start; shared limits are decided without it");
                }
            });
        }
    }

    @PreDestroy
    void close() {
        clients.close();
    }

    @Override
    public Uni<List<Taken>> take(List<Charge> charges, Duration most) {
        if (charges.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Duration limit = most.compareTo(config.timeout()) < 0 ? most : config.timeout();
        return ask(question(charges, false), limit);
    }

    @Override
    public void giveBack(List<Charge> charges) {
        if (!charges.isEmpty()) {
            ask(question(charges, true), config.timeout())
                    .subscribe()
                    .with(given -> {}, failure -> LOG.debugf("tokens were not given back: %s", failure.getMessage()));
        }
    }

    @Override
    public boolean answering() {
        return !breaker.isOpen() && !contact.isLost();
    }

    @Override
    public long backSinceNanos() {
        long closed = breaker.closedSince();
        long found = contact.sinceNanos();
        return found - closed > 0 ? found : closed;
    }

    /** Without requests too, Redis is missed and found again. A Redis that was away may have lost the script. */
    private Uni<Counts> look() {
        Supplier<Request> word = answering() ? () -> Request.cmd(Command.PING) : script::load;
        return ask(new Question<>(word, word, Response::toString), config.timeout())
                .replaceWith(Counts.NOTHING)
                .onFailure(StoreFailedException.class)
                .recoverWithItem(Counts.NOTHING);
    }

    private Question<List<Taken>> question(List<Charge> charges, boolean givesBack) {
        long keys = charges.stream().map(Charge::key).distinct().count();
        if (keys < charges.size()) {
            throw new IllegalArgumentException("a bucket can be charged once in a call");
        }
        return new Question<>(
                () -> script.known(charges, givesBack), () -> script.unknown(charges, givesBack), this::taken);
    }

    private List<Taken> taken(Response response) {
        Script.Reply reply = Script.Reply.of(response);
        clock.metrics().oddities(reply.garbage(), reply.ahead());
        return reply.taken();
    }

    private <T> Uni<T> ask(Question<T> question, Duration limit) {
        return Uni.createFrom().deferred(() -> {
            if (limit.toMillis() < 1) {
                return refused(Reason.TIMEOUT, "no time is left to ask Redis");
            }
            if (inFlight.get() >= config.mostInFlight()) {
                return refused(Reason.BUSY, "too many calls to Redis are under way");
            }
            Pass pass = breaker.ask();
            if (pass == Pass.REFUSED) {
                return refused(Reason.BREAKER_OPEN, "Redis did not answer lately");
            }
            inFlight.incrementAndGet();
            return Uni.createFrom()
                    .emitter(result -> new RedisCall<T>(
                                    clock, clients.current(), question, result, end -> ended(pass, end))
                            .begin(limit));
        });
    }

    private <T> Uni<T> refused(Reason reason, String why) {
        clock.metrics().failed(reason);
        return Uni.createFrom().failure(new StoreFailedException(reason, why));
    }

    private void ended(Pass pass, RedisCall.End end) {
        inFlight.decrementAndGet();
        StoreFailedException failure = end.failure();
        boolean slow = end.nanos() > config.breakerSlow().toNanos();
        if (failure != null) {
            clock.metrics().failed(failure.reason());
        }
        keepContact(failure);
        // A caller that had less time than an answer may take says nothing about Redis.
        if (slow || failure == null || failure.reason() != Reason.TIMEOUT) {
            tell(breaker.ended(pass, failure == null && !slow), failure);
        }
        if (end.byReplica() || (failure != null && breaker.isOpen())) {
            clients.replace(end.connections());
        }
    }

    private void keepContact(@Nullable StoreFailedException failure) {
        if (failure == null) {
            contact.answered();
        } else if (failure.reason() == Reason.CONNECTION) {
            contact.lost();
        }
    }

    private void tell(Change change, @Nullable StoreFailedException failure) {
        if (change == Change.OPENED) {
            clock.metrics().breaker(true);
            LOG.warnf(
                    "Redis is away, shared limits are decided without it reason=%s",
                    failure == null ? "SLOW" : failure.reason());
        } else if (change == Change.CLOSED) {
            clock.metrics().breaker(false);
            LOG.info("Redis answers again, shared limits are decided by it");
        }
    }
}
