package io.oncegate.ops.admin;

import io.oncegate.idempotency.KeyLives;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.Operations;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which idempotency key an operator means. */
@ApplicationScoped
class KeyByHash {

    private static final int DIGITS = 64;
    private static final int MOST_NAMES = 5;

    private final Operations operations;
    private final KeyLives lives;

    KeyByHash(Operations operations, KeyLives lives) {
        this.operations = operations;
        this.lives = lives;
    }

    /**
     * As the parameters came; null where one did not.
     *
     * @param principal needed only where several principals have sent the same key
     */
    record Query(
            String tenant,
            String operation,
            @Nullable String keySha256,
            @Nullable String principal) {}

    /** The one key that the parameters name. Fails with {@code not-found}, or with {@code validation-failed}. */
    Uni<KeyScope> find(Query query, Deadline deadline) {
        String tenant = OperatorRequest.tenant(query.tenant());
        OperationKind kind = operations.find(query.operation()).orElseThrow(KeyByHash::noKey);
        return lives.withHash(tenant, kind, sha256(query.keySha256()), deadline)
                .map(found -> theOne(found, query.principal()));
    }

    static ProblemException noKey() {
        return Problem.of(ProblemType.NOT_FOUND, "This tenant has no such key: it never had, or its life is over.")
                .toException();
    }

    private static KeyScope theOne(List<KeyScope> found, @Nullable String principal) {
        List<KeyScope> meant = found.stream()
                .filter(scope -> principal == null || principal.equals(scope.principal()))
                .toList();
        if (meant.isEmpty()) {
            throw noKey();
        }
        if (meant.size() > 1) {
            throw Paging.invalid(
                    "principal", "must say whose key is meant: " + meant.size() + " have it, such as " + names(meant));
        }
        return meant.get(0);
    }

    private static String names(List<KeyScope> scopes) {
        return scopes.stream().limit(MOST_NAMES).map(KeyScope::principal).collect(Collectors.joining(", "));
    }

    private static byte[] sha256(@Nullable String hex) {
        if (hex == null || hex.length() != DIGITS || !hex.chars().allMatch(HexFormat::isHexDigit)) {
            throw Paging.invalid("key_sha256", "must be the SHA-256 of the key, as 64 hexadecimal digits");
        }
        return HexFormat.of().parseHex(hex);
    }
}
