package io.oncegate.caller.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.Tenant;
import io.oncegate.caller.tenants.TenantChange;
import io.oncegate.caller.tenants.TenantCreation;
import io.oncegate.caller.tenants.TenantStatus;
import io.oncegate.caller.tenants.Tenants;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Tenants in PostgreSQL. */
@ApplicationScoped
class PgTenants implements Tenants {

    private final Statements statements;

    PgTenants(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<TenantCreation> create(NewTenant wanted, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        TenantSql.CREATE,
                        wanted.id(),
                        wanted.plan().wire(),
                        wanted.paymentProvider().orElse(null),
                        wanted.messageGateway().orElse(null),
                        stamp.at(),
                        stamp.id(),
                        stamp.actor())
                .chain(rows -> rows.size() > 0
                        ? Uni.createFrom().item(creation(wanted, rows.iterator().next()))
                        : create(wanted, stamp, deadline));
    }

    @Override
    public Uni<Optional<Tenant>> find(String id, Deadline deadline) {
        return statements.repeatable(deadline, TenantSql.FIND, id).map(Rows.first(PgTenants::tenant));
    }

    @Override
    public Uni<Optional<Tenant>> change(String id, TenantChange change, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        TenantSql.CHANGE,
                        id,
                        change.plan().map(plan -> plan.wire()).orElse(null),
                        change.status().map(TenantStatus::wire).orElse(null),
                        change.paymentProvider().changes(),
                        change.paymentProvider().name().orElse(null),
                        change.messageGateway().changes(),
                        change.messageGateway().name().orElse(null),
                        stamp.at(),
                        stamp.id(),
                        stamp.actor())
                .map(Rows.first(PgTenants::tenant));
    }

    private static TenantCreation creation(NewTenant wanted, Row row) {
        Tenant tenant = tenant(row);
        return row.getBoolean("is_new") ? new TenantCreation.Created(tenant) : TenantCreation.found(wanted, tenant);
    }

    private static Tenant tenant(Row row) {
        return new Tenant(
                row.getString("tenant_id"),
                Columns.plan(row),
                TenantStatus.of(row.getString("status")).orElseThrow(),
                Columns.optionalString(row, "payment_provider"),
                Columns.optionalString(row, "message_gateway"),
                Columns.instant(row, "created_at"));
    }
}
