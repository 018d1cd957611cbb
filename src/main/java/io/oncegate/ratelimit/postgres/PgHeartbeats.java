package io.oncegate.ratelimit.postgres;

import io.oncegate.phase.Statements;
import io.oncegate.ratelimit.instances.Heartbeats;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Heartbeats in PostgreSQL. */
@ApplicationScoped
class PgHeartbeats implements Heartbeats {

    private final Statements statements;

    PgHeartbeats(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Integer> beat(String instance, Duration recently, Deadline deadline) {
        return statements
                .repeatable(deadline, InstanceSql.BEAT, instance, (double) recently.toSeconds())
                .map(rows -> rows.iterator().next().getInteger("others"));
    }

    @Override
    public Uni<Void> leave(String instance, Deadline deadline) {
        return statements.once(deadline, InstanceSql.LEAVE, instance).replaceWithVoid();
    }
}
