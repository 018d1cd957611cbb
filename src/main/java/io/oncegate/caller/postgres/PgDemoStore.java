package io.oncegate.caller.postgres;

import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.DemoStore;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;

/** Demo tenants in PostgreSQL. */
@ApplicationScoped
class PgDemoStore implements DemoStore {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Statements statements;
    private final Ids ids;
    private final Clock clock;

    PgDemoStore(Statements statements, Ids ids, Clock clock) {
        this.statements = statements;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Uni<Void> plant(String tenant, Plan plan, String paymentProvider, KeyHash key) {
        return statements
                .repeatable(
                        Deadline.in(LIMIT),
                        DemoSql.PLANT,
                        tenant,
                        plan.wire(),
                        ids.ulid(),
                        key.bytes(),
                        Columns.scopes(Scope.USUAL),
                        clock.instant(),
                        paymentProvider)
                .replaceWithVoid();
    }
}
