package io.oncegate.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Caller;
import io.oncegate.request.BodyReader;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.MDC;

/**
 * Reads a request that carries a key: its headers, its body, and what identifies it. Whatever is wrong with the syntax
 * ends here, before any row is looked at.
 */
@ApplicationScoped
public class IdempotentRequests {

    private final BodyReader bodies;

    IdempotentRequests(BodyReader bodies) {
        this.bodies = bodies;
    }

    /** The request, or the problem with its syntax. Must be called on the request's own context. */
    public Uni<IdempotentRequest> receive(RoutingContext http, OperationKind kind) {
        MultiMap headers = http.request().headers();
        Caller caller = Caller.current();
        Deadline deadline = RequestContext.current().deadline(kind.budget());
        Duration patience = PreferWait.of(headers.getAll("Prefer"));
        Optional<IdempotencyKey> sent = kind.keySource() == KeySource.CLIENT
                ? Optional.of(IdempotencyKey.from(headers.getAll(IdempotencyKey.HEADER)))
                : Optional.empty();
        sent.ifPresent(IdempotentRequests::mark);
        return bodies.read(http).map(bytes -> {
            JsonNode body = StrictJson.parse(bytes);
            Fingerprint fingerprint = kind.canonicalForm().fingerprint(body);
            String key = sent.map(IdempotencyKey::value).orElseGet(() -> derive(caller, kind, fingerprint));
            KeyScope scope = new KeyScope(caller.tenant(), caller.principal(), kind.method(), kind.path(), key);
            return new IdempotentRequest(kind, caller, scope, fingerprint, body, patience, deadline);
        });
    }

    private static String derive(Caller caller, OperationKind kind, Fingerprint fingerprint) {
        IdempotencyKey derived = IdempotencyKey.derivedFrom(
                caller.tenant(), caller.principal(), kind.method() + " " + kind.path(), fingerprint);
        mark(derived);
        return derived.value();
    }

    /** From here on, log lines of this request carry the key's hash. */
    private static void mark(IdempotencyKey key) {
        MDC.put("idempotencyKey", key.hash());
    }
}
