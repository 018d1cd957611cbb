package io.oncegate.idempotency;

import io.oncegate.idempotency.IdempotencyMetrics.Outcome;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.InProgress;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.overload.Admission;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.problem.Problem;
import io.oncegate.request.Ids;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes a request with a key happen once. The table of contents:
 *
 * <ol>
 *   <li>an answer that is remembered in process is replayed;
 *   <li>otherwise it waits until it is admitted;
 *   <li>one statement claims the key and does the operation's first phase;
 *   <li>whoever wins the claim runs the operation to its recorded response;
 *   <li>whoever does not is answered from the row that stands in its place, takes it over, or waits for it.
 * </ol>
 *
 * A client that hangs up stops nothing: execution is detached from the connection. Safe for use from any event loop.
 */
@ApplicationScoped
public class IdempotencyEngine {

    private final IdempotencyStore store;
    private final KeyAnswers answers;
    private final WaitingDuplicates waiting;
    private final Admission admission;
    private final Ids ids;

    IdempotencyEngine(
            IdempotencyStore store, KeyAnswers answers, WaitingDuplicates waiting, Admission admission, Ids ids) {
        this.store = store;
        this.answers = answers;
        this.waiting = waiting;
        this.admission = admission;
        this.ids = ids;
    }

    /** Executes the operation, which is asked for only then, or answers what its key already stands for. */
    public Uni<Answer> execute(IdempotentRequest request, Supplier<? extends Operation> operation) {
        return answers.remembered(request)
                .map(IdempotencyEngine::now)
                .orElseGet(() -> admitted(request, () -> claim(new Execution(request, operation.get(), ids.token()))));
    }

    /** Answers a request that breaks its operation's rules: with what its key stands for, else with the refusal. */
    public Uni<Answer> refuse(IdempotentRequest request, Problem invalid) {
        return refuse(request, invalid, InProgress.HELD);
    }

    /** The same for an operation that has something to say of a key in progress. */
    public Uni<Answer> refuse(IdempotentRequest request, Problem invalid, InProgress inProgress) {
        return answers.remembered(request)
                .map(IdempotencyEngine::now)
                .orElseGet(() -> admitted(request, () -> lookUp(request, new Answer.Refused(invalid), inProgress)));
    }

    /** Whether the key stands for anything, be it another request. For an operation whose first execution costs more. */
    public Uni<Boolean> isKnown(IdempotentRequest request) {
        return answers.remembered(request).isPresent()
                ? Uni.createFrom().item(true)
                : admission
                        .run(request.deadline(), () -> store.find(request.scope(), request.deadline()))
                        .map(found -> found.filter(row -> !row.expired()).isPresent());
    }

    private Uni<Answer> admitted(IdempotentRequest request, Supplier<Uni<Answer>> work) {
        return admission.run(request.deadline(), () -> Detached.run(work.get()));
    }

    private Uni<Answer> claim(Execution execution) {
        return execution.mayClaim()
                ? settle(execution, store.claimNew(execution.request(), execution.token(), execution.firstPhase()))
                : now(answers.contended());
    }

    private Uni<Answer> claimExpired(Execution execution) {
        return execution.mayClaim()
                ? settle(execution, store.claimExpired(execution.request(), execution.token(), execution.firstPhase()))
                : now(answers.contended());
    }

    private Uni<Answer> settle(Execution execution, Uni<Claim> claimed) {
        return Stage.of("claim", claimed, IdempotencyEngine::sayWhose)
                .map(claim -> claim.match(
                        held -> run(execution, held, Outcome.NEW), row -> meet(execution, row), () -> claim(execution)))
                .onFailure(ConstraintViolatedException.class)
                .recoverWithItem(violation -> execution.whenViolated((ConstraintViolatedException) violation))
                .chain(answer -> answer);
    }

    private static void sayWhose(Stage stage, Claim claim) {
        stage.say("oncegate.claim", claim.match(held -> "won", row -> "met", () -> "unseen"));
    }

    private Uni<Answer> meet(Execution execution, KeyRow row) {
        IdempotentRequest request = execution.request();
        return switch (row.standing(request.fingerprint())) {
            case FREE -> claimExpired(execution);
            case FINISHED, OTHER_REQUEST, INCOMPARABLE -> now(answers.from(row, request, answers.contended()));
            case RUNNING ->
                execution.mayWait() ? waitFor(execution) : goOnOr(execution, row, () -> running(execution, row));
            case ABANDONED -> goOnOr(execution, row, () -> abandoned(execution, row));
        };
    }

    private Uni<Answer> goOnOr(Execution execution, KeyRow row, Supplier<Uni<Answer>> otherwise) {
        return execution
                .operation()
                .goOn(row.resourceId(), execution.request().deadline())
                .map(work -> conclude(execution, work, Outcome.NEW))
                .orElseGet(otherwise);
    }

    private Uni<Answer> running(Execution execution, KeyRow row) {
        return now(answers.inProgress(row, execution.request()));
    }

    private Uni<Answer> abandoned(Execution execution, KeyRow row) {
        return answers.isStuck(row) ? now(answers.stuck(row, execution.request())) : takeOver(execution);
    }

    private Uni<Answer> takeOver(Execution execution) {
        return Stage.of("takeover", store.takeOver(execution.request(), execution.token()))
                .chain(taken -> taken.map(held -> run(execution, held, Outcome.TAKEN_OVER))
                        .orElseGet(() -> claim(execution)));
    }

    private Uni<Answer> waitFor(Execution execution) {
        Uni<Void> waited = Stage.of("waiting for the first", waiting.await(execution.request()));
        return admission.aside(waited).chain(() -> claim(execution.afterWaiting()));
    }

    private Uni<Answer> run(Execution execution, Held held, Outcome how) {
        return conclude(execution, execution.proceed(held), how);
    }

    private Uni<Answer> conclude(Execution execution, Uni<Recording> work, Outcome how) {
        return work.chain(recording -> recording.match(
                response -> now(answers.first(execution.request(), response, how)),
                open -> now(answers.open(execution.request(), open)),
                () -> fenced(execution)));
    }

    private Uni<Answer> fenced(Execution execution) {
        return lookUp(execution.request(), answers.fenced(execution.request()), execution.operation());
    }

    private Uni<Answer> lookUp(IdempotentRequest request, Answer whenFree, InProgress inProgress) {
        return store.find(request.scope(), request.deadline())
                .chain(found -> found.map(row -> from(row, request, whenFree, inProgress))
                        .orElseGet(() -> now(whenFree)));
    }

    private Uni<Answer> from(KeyRow row, IdempotentRequest request, Answer whenFree, InProgress inProgress) {
        Optional<Uni<Recording>> work = row.isHeldBySame(request.fingerprint())
                ? inProgress.goOn(row.resourceId(), request.deadline())
                : Optional.empty();
        return work.map(going -> going.map(recording -> recording.match(
                        response -> answers.first(request, response, Outcome.NEW),
                        open -> answers.open(request, open),
                        answers::contended)))
                .orElseGet(() -> now(answers.from(row, request, whenFree)));
    }

    private static Uni<Answer> now(Answer answer) {
        return Uni.createFrom().item(answer);
    }
}
