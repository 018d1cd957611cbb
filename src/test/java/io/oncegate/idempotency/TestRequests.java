package io.oncegate.idempotency;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.request.Deadline;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Requests as the engine gets them. */
final class TestRequests {
    private static final Duration BUDGET = Duration.ofSeconds(30);
    private static final CanonicalForm FORM = new CanonicalForm(List.of());
    private static final OperationKind KIND =
            new OperationKind("things", "POST", "/v1/things", Duration.ofDays(1), BUDGET, KeySource.CLIENT, FORM);
    private static final Caller CALLER = new Caller("acme", "default", Plan.STANDARD, Scope.USUAL);

    private TestRequests() {}

    static IdempotentRequest request(String key, String body) {
        return request(key, body, Duration.ZERO);
    }

    static IdempotentRequest request(String key, String body, Duration patience) {
        var json = StrictJson.parse(body.getBytes(StandardCharsets.UTF_8));
        return new IdempotentRequest(
                KIND, CALLER, scope(key), FORM.fingerprint(json), json, patience, Deadline.in(BUDGET));
    }

    static KeyScope scope(String key) {
        return new KeyScope(CALLER.tenant(), CALLER.principal(), KIND.method(), KIND.path(), key);
    }
}
