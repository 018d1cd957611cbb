package io.oncegate.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Caller;
import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.identity.IdempotencyKey;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.ratelimit.RateLimits;
import io.oncegate.request.BodyReader;
import io.oncegate.request.ContextExecutor;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Stage;
import io.oncegate.request.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.MDC;

/**
 * A request that carries a key, from its headers and body to its response. Whatever is wrong with the syntax ends here,
 * before any row is looked at.
 */
@ApplicationScoped
public class IdempotentExchange {

    private final BodyReader bodies;
    private final AnswerWriter writer;
    private final RateLimits limits;

    IdempotentExchange(BodyReader bodies, AnswerWriter writer, RateLimits limits) {
        this.bodies = bodies;
        this.writer = writer;
        this.limits = limits;
    }

    /** Reads the request, lets {@code useCase} decide on it, and writes the answer. To be called on its own context. */
    public Uni<Response> handle(
            RoutingContext http,
            OperationKind kind,
            Function<? super IdempotentRequest, Uni<? extends Answer>> useCase) {
        return receive(http, kind)
                .chain(useCase)
                .emitOn(ContextExecutor.here())
                .invoke(this::payAs)
                .map(writer::response);
    }

    private void payAs(Answer answer) {
        if (answer instanceof Answer.Replayed) {
            limits.turnedOutAsReplay();
        }
    }

    private Uni<IdempotentRequest> receive(RoutingContext http, OperationKind kind) {
        MultiMap headers = http.request().headers();
        Caller caller = Caller.current();
        Deadline deadline = RequestContext.current().deadline(kind.budget());
        Duration patience = PreferWait.of(headers.getAll("Prefer"));
        Optional<IdempotencyKey> sent = kind.keySource() == KeySource.CLIENT
                ? Optional.of(IdempotencyKey.from(headers.getAll(IdempotencyKey.HEADER)))
                : Optional.empty();
        sent.ifPresent(IdempotentExchange::mark);
        return Stage.of("body", bodies.read(http)).map(bytes -> {
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

    /** From here on, log lines and the trace of this request carry the key's hash. */
    static void mark(IdempotencyKey key) {
        String hash = key.hash();
        MDC.put("idempotencyKey", hash);
        Stage.current().say("oncegate.idempotency_key", hash);
    }
}
