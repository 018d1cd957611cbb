package io.oncegate.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StageTest {
    private static final int TIMES = 100_000;

    private final Vertx vertx = Vertx.vertx();
    private final Uni<String> work = Uni.createFrom().item("done");

    @AfterEach
    void end() {
        var closed = vertx.close();
        await().until(closed::isComplete);
    }

    @Test
    void whereNobodyListensWorkStaysAsItIs() {
        assertThat(Stage.of("body", work)).isSameAs(work);
    }

    @Test
    void whereNobodyListensNoObjectIsMade() {
        var bytes = new CompletableFuture<Long>();

        VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext()).runOnContext(run -> {
            tell();
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            var before = threads.getCurrentThreadAllocatedBytes();
            for (var time = 0; time < TIMES; time++) {
                tell();
            }
            bytes.complete(threads.getCurrentThreadAllocatedBytes() - before);
        });

        assertThat(bytes.join()).as("bytes of %d stages", TIMES).isLessThan(TIMES);
    }

    private void tell() {
        var same = Stage.of("body", work, (stage, item) -> stage.say("oncegate.outcome", item));
        var part = Stage.current().part("admission");
        part.say("oncegate.class", "normal");
        part.end();
        if (same != work) {
            throw new AssertionError("other work");
        }
    }

    @Test
    void silenceNamesTheTraceThatItIsOf() {
        assertThat(Stage.untold("4bf92f3577b34da6a3ce929d0e0e4736").traceId())
                .isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(Stage.UNTOLD.traceId()).isEmpty();
    }
}
