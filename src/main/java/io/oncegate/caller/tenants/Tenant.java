package io.oncegate.caller.tenants;

import io.oncegate.caller.Plan;
import java.time.Instant;
import java.util.Optional;

/**
 * A customer of the service.
 *
 * @param paymentProvider name of a configured account; without one, its orders take no payment
 * @param messageGateway name of a configured gateway; without one, the default gateway is used
 */
public record Tenant(
        String id,
        Plan plan,
        TenantStatus status,
        Optional<String> paymentProvider,
        Optional<String> messageGateway,
        Instant createdAt) {}
