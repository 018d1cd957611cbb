package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.IssueApiKey.Wanted;
import io.oncegate.caller.tenants.TenantId;
import io.oncegate.problem.Members;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body that asks for an API key, read and checked. */
final class ApiKeyBody {

    private static final int LONGEST_NAME = 64;
    private static final String DEFAULT_CLIENT = "default";

    /** PostgreSQL and ISO 8601 write later times differently, and nobody needs them. */
    private static final Instant LATEST =
            OffsetDateTime.of(9999, 12, 31, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();

    private ApiKeyBody() {}

    /** As the API's description shows it. */
    @Schema(name = "NewApiKey")
    record ToCreate(
            @JsonProperty("name") @Schema(required = true, minLength = 1, maxLength = LONGEST_NAME)
            String name,

            @JsonProperty("client")
            @Schema(
                    description = "Keys that rotate each other share it, and so what they have done",
                    defaultValue = DEFAULT_CLIENT,
                    minLength = 1,
                    maxLength = LONGEST_NAME)
            String client,

            @JsonProperty("scopes")
            @Schema(
                    description = "By default all but operator",
                    enumeration = {"orders:write", "orders:read", "messages:write", "messages:read", "operator"})
            List<String> scopes,

            @JsonProperty("expires_at") @Schema(description = "By default never")
            Instant expiresAt) {}

    static Wanted read(JsonNode body, Instant now) {
        Members members = Members.of(body);
        return members.orRefuse(new Wanted(
                printable(members, "name", members.requiredString("name", 1, LONGEST_NAME)),
                printable(
                        members,
                        "client",
                        members.optionalString("client", 1, LONGEST_NAME).orElse(DEFAULT_CLIENT)),
                scopes(body, members),
                expiry(members, now)));
    }

    private static String printable(Members members, String name, String value) {
        members.check(TenantId.isPrintable(value), name, "must not contain control characters");
        return value;
    }

    private static Set<Scope> scopes(JsonNode body, Members members) {
        List<String> names = members.optionalStrings("scopes", Scope.values().length, LONGEST_NAME);
        if (!body.hasNonNull("scopes")) {
            return Scope.USUAL;
        }
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        names.forEach(name -> Scope.of(name).ifPresent(scopes::add));
        members.check(
                names.stream().allMatch(name -> Scope.of(name).isPresent()),
                "scopes",
                "must be some of "
                        + Arrays.stream(Scope.values()).map(Scope::wire).collect(Collectors.joining(", ")));
        members.check(!scopes.isEmpty(), "scopes", "must name at least one scope; leave it out for the usual ones");
        return scopes;
    }

    private static Optional<Instant> expiry(Members members, Instant now) {
        Optional<String> text = members.optionalString("expires_at", 1, LONGEST_NAME);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Instant expiry = OffsetDateTime.parse(text.get()).toInstant();
            members.check(expiry.isAfter(now) && expiry.isBefore(LATEST), "expires_at", "must be a time in the future");
            return Optional.of(expiry);
        } catch (DateTimeParseException e) {
            members.check(false, "expires_at", "must be a time as RFC 3339 writes it, like 2030-12-31T23:59:59Z");
            return Optional.empty();
        }
    }
}
