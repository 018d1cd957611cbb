package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ConnectTimeoutException;
import io.oncegate.ratelimit.redis.Connections.Link;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RedisProcess;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedConnectionsTest {
    private static final int EVENT_LOOPS = 3;
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final RedisProcess server = RedisProcess.start();
    private final RawRedis redis = server.connect();
    private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
    private final VertxInternal vertx =
            (VertxInternal) Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
    private final List<Context> eventLoops = Stream.<Context>generate(vertx::createEventLoopContext)
            .limit(EVENT_LOOPS)
            .toList();
    private final AtomicLong nanos = new AtomicLong();
    private final SharedConnections connections = sharedBy(EVENT_LOOPS, PATIENT);

    @AfterEach
    void close() {
        waited(vertx.close());
        proxy.close();
        redis.close();
        server.close();
    }

    private SharedConnections sharedBy(int most, Duration connectTimeout) {
        var options = new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + proxy.port())
                .setNetClientOptions(new NetClientOptions().setConnectTimeout((int) connectTimeout.toMillis()));
        return new SharedConnections(vertx, options, most, nanos::get);
    }

    @Test
    void eachEventLoopHasOneAndKeepsIt() {
        var first = links(connections);
        var second = links(connections);

        assertThat(first).doesNotHaveDuplicates();
        assertThat(second).isEqualTo(first).allSatisfy(SharedConnectionsTest::assertAnswers);
    }

    @Test
    void ofMoreEventLoopsThanConnectionsSomeShareOne() {
        assertThat(links(sharedBy(2, PATIENT)).stream().distinct()).hasSize(2);
        assertThat(links(sharedBy(1, PATIENT)).stream().distinct()).hasSize(1);
    }

    @Test
    void repliesGoToTheirCallsInOrder() {
        var link = link();

        var replies = Stream.iterate(0, i -> i + 1)
                .limit(1000)
                .map(i -> link.send(Request.cmd(Command.ECHO).arg(i)).map(reply -> reply.toInteger() - i))
                .toList();

        assertThat(replies).allSatisfy(reply -> assertThat(waited(reply)).isZero());
    }

    @Test
    void oneThatIsSilentSinceACallWasSentIsLeftAndWhatIsUnderWayOnItStillEnds() {
        // Given
        var silent = link();
        proxy.stall();
        var underWay = silent.send(Request.cmd(Command.PING));
        // When
        silent.late(nanos.incrementAndGet());
        proxy.pass();
        // Then
        assertThat(link()).isNotSameAs(silent).satisfies(SharedConnectionsTest::assertAnswers);
        assertThat(waited(underWay)).hasToString("PONG");
    }

    @Test
    void oneThatAnsweredOthersSinceIsKept() {
        var slow = link();
        var sent = nanos.get();
        nanos.incrementAndGet();
        assertAnswers(slow);

        slow.late(sent);

        assertThat(link()).isSameAs(slow);
    }

    @Test
    void oneThatWasLeftIsClosed() {
        var silent = link();

        silent.late(nanos.incrementAndGet());

        Awaitility.await()
                .until(() ->
                        waited(silent.send(Request.cmd(Command.PING)).map(false).otherwise(true)));
    }

    @Test
    void oneThatWasClosedIsReplaced() {
        var closed = link();

        redis.call("CLIENT", "KILL", "TYPE", "normal");

        Awaitility.await().until(() -> link() != closed);
        assertAnswers(link());
    }

    @Test
    void oneThatOpensTooSlowlyIsNotWaitedForAndTriedAgain() {
        var impatient = sharedBy(1, Duration.ofMillis(300));
        proxy.stall();
        assertThatThrownBy(() -> linkOn(impatient, eventLoops.get(0)))
                .hasCauseInstanceOf(ConnectTimeoutException.class);

        proxy.pass();

        Awaitility.await().ignoreExceptions().untilAsserted(() -> assertAnswers(linkOn(impatient, eventLoops.get(0))));
    }

    private Link link() {
        return linkOn(connections, eventLoops.get(0));
    }

    private List<Link> links(SharedConnections by) {
        return eventLoops.stream().map(eventLoop -> linkOn(by, eventLoop)).toList();
    }

    private static Link linkOn(SharedConnections by, Context eventLoop) {
        var link = new CompletableFuture<Link>();
        eventLoop.runOnContext(begun -> by.link().onSuccess(link::complete).onFailure(link::completeExceptionally));
        return TestBuckets.waited(link);
    }

    private static void assertAnswers(Link link) {
        assertThat(waited(link.send(Request.cmd(Command.PING)))).hasToString("PONG");
    }

    private static <T> T waited(Future<T> future) {
        return TestBuckets.waited(future.toCompletionStage().toCompletableFuture());
    }
}
