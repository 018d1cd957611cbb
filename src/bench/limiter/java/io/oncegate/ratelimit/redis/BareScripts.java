package io.oncegate.ratelimit.redis;

import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Scripts through the client of the service, and nothing around them: no deadline, no breaker, no measurement. */
final class BareScripts {

    /** A token bucket in the fewest words: no exact arithmetic, no wait, nothing checked. */
    private static final String ONE_BUCKET = """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local capacity, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
        local tokens, at = capacity, now
        local stored = redis.call('GET', KEYS[1])
        if stored then
          local a, b = string.match(stored, '(.+):(.+)')
          tokens = math.min(capacity, a + (now - b) * rate / 1000000)
        end
        if tokens < 1 then
          return 0
        end
        redis.call('SET', KEYS[1], (tokens - 1) .. ':' .. string.format('%.0f', now), 'PX', 10000)
        return 1
        """;

    private static final int POOL = 32;
    private static final int POOL_WAITING = 1000;

    private final Redis client;
    private final RedisConnection connection;
    private final String sha;
    private final Script script = new Script();
    private final Variant.Start start;

    BareScripts(Vertx vertx, String address, Variant.Start start) {
        this.client = Redis.createClient(
                vertx,
                new RedisOptions()
                        .setConnectionString("redis://" + address)
                        .setMaxPoolSize(POOL)
                        .setMaxPoolWaiting(POOL_WAITING));
        this.connection = LimiterBench.waited(client.connect());
        this.sha = LimiterBench.waited(
                        connection.send(Request.cmd(Command.SCRIPT).arg("LOAD").arg(ONE_BUCKET)))
                .toString();
        LimiterBench.waited(connection.send(script.load()));
        this.start = start;
    }

    /** Each call takes a connection of a pool, and gives it back. */
    Variant pooled(String name) {
        return new Variant(
                name, (subject, done) -> client.connect().onComplete(got -> pooled(got, subject, done)), start);
    }

    private void pooled(AsyncResult<RedisConnection> got, int subject, Consumer<@Nullable Throwable> done) {
        if (got.failed()) {
            done.accept(got.cause());
            return;
        }
        RedisConnection one = got.result();
        one.send(oneBucket(subject)).onComplete(reply -> {
            one.close();
            done.accept(reply.cause());
        });
    }

    /** All calls go over one connection, one behind the other. */
    Variant pipelined(String name) {
        return pipelined(name, this::oneBucket);
    }

    /** The service's own script in the same way. */
    Variant pipelined(String name, OwnDecisions own) {
        return pipelined(name, subject -> script.known(own.charges().get(subject), false));
    }

    private Variant pipelined(String name, IntFunction<Request> request) {
        return new Variant(
                name,
                (subject, done) -> connection
                        .send(request.apply(subject))
                        .onComplete((AsyncResult<Response> reply) -> done.accept(reply.cause())),
                start);
    }

    private Request oneBucket(int subject) {
        return Request.cmd(Command.EVALSHA)
                .arg(sha)
                .arg(1)
                .arg("bare:" + subject)
                .arg(OwnDecisions.CAPACITY)
                .arg(OwnDecisions.REFILL_PER_SECOND);
    }

    Effort effort() {
        return new Effort(connection);
    }

    void close() {
        client.close();
    }
}
