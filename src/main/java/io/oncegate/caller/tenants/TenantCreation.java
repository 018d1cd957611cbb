package io.oncegate.caller.tenants;

import java.util.function.Function;

/** How asking for a new tenant ended. */
public sealed interface TenantCreation {

    /** Handles each ending. */
    <T> T match(Function<Tenant, T> created, Function<Tenant, T> existed, Function<Tenant, T> conflict);

    /** It is new. */
    record Created(Tenant tenant) implements TenantCreation {
        @Override
        public <T> T match(Function<Tenant, T> created, Function<Tenant, T> existed, Function<Tenant, T> conflict) {
            return created.apply(tenant);
        }
    }

    /** It existed just as it was asked for; nothing changed. */
    record Existed(Tenant tenant) implements TenantCreation {
        @Override
        public <T> T match(Function<Tenant, T> created, Function<Tenant, T> existed, Function<Tenant, T> conflict) {
            return existed.apply(tenant);
        }
    }

    /** The id belongs to a tenant that is something else; nothing changed. */
    record Conflict(Tenant present) implements TenantCreation {
        @Override
        public <T> T match(Function<Tenant, T> created, Function<Tenant, T> existed, Function<Tenant, T> conflict) {
            return conflict.apply(present);
        }
    }

    /** What an insert that found the tenant there already means. */
    static TenantCreation found(NewTenant wanted, Tenant present) {
        return wanted.describes(present) ? new Existed(present) : new Conflict(present);
    }
}
