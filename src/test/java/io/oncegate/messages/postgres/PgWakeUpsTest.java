package io.oncegate.messages.postgres;

import static org.awaitility.Awaitility.await;

import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.TestServers;
import io.quarkus.runtime.ShutdownEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** One instance calls, another hears it, on a real PostgreSQL. */
class PgWakeUpsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void whoeverListensHearsAndHearsAgainAfterItsConnectionBroke() {
        var database = TestServers.shared().freshDatabase();
        List<String> heard = new CopyOnWriteArrayList<>();
        try (var storage = TestStatements.on(database)) {
            var wakeUps = new PgWakeUps(storage.statements(), storage.vertx(), storage.server());
            wakeUps.listen(heard::add);

            await().atMost(LONG).until(() -> tell(wakeUps, "kannel") && heard.contains("kannel"));
            database.execute("""
                    SELECT pg_terminate_backend(pid)
                    FROM pg_stat_activity
                    WHERE datname = current_database() AND query ILIKE 'LISTEN%'""");
            await().atMost(LONG).until(() -> tell(wakeUps, "keyless") && heard.contains("keyless"));
            wakeUps.close(new ShutdownEvent());
        }
    }

    private static boolean tell(PgWakeUps wakeUps, String gateway) {
        wakeUps.tell(gateway, Deadline.in(LONG)).subscribeAsCompletionStage().join();
        return true;
    }
}
