package io.oncegate.house.broken.request;

import io.oncegate.house.broken.problem.ProblemThatKnowsRequests;
import io.opentelemetry.api.trace.Tracer;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

class RequestThatKnowsProblems {
    @Inject
    ProblemThatKnowsRequests injected;

    Pool pool;

    DataSource dataSource;

    Tracer tracer;

    String blocks(Uni<String> answer) {
        return answer.await().indefinitely();
    }

    List<Object> readsTheWallClock() {
        Supplier<Instant> now = Instant::now;
        return List.of(System.currentTimeMillis(), Clock.systemUTC(), now);
    }

    Uni<String> readAsync() throws InterruptedException {
        Thread.sleep(1);
        return Uni.createFrom().nullItem();
    }
}
