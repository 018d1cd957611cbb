package io.oncegate.caller;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * {@link Callers} behind a short memory, so that authentication costs a busy client no statement. Requests that ask for
 * one key at once share one statement. Unknown keys are remembered too. Safe for use by any thread.
 */
@ApplicationScoped
public class CachedCallers {

    /** Below the five seconds within which a revocation is to be felt, counted from when PostgreSQL was asked. */
    static final Duration REMEMBERED = Duration.ofSeconds(4);

    /** A look-up serves every request that waits for it, so it has a limit of its own and not the first one's. */
    private static final Duration LOOK_UP = Duration.ofSeconds(5);

    private final Callers callers;
    private final Ticker ticker;
    private final AsyncCache<KeyHash, Answer> answers;

    /**
     * What a look-up ended with, and until when that may be told to others.
     *
     * @param found the grant, if there is one; nothing where it failed
     * @param told the same, or the failure
     */
    private record Answer(Optional<Grant> found, Uni<Optional<Grant>> told, long untilNanos) {

        static Answer found(Optional<Grant> grant, long askedNanos) {
            Duration life = grant.map(Grant::validFor)
                    .filter(validFor -> validFor.compareTo(REMEMBERED) < 0)
                    .orElse(REMEMBERED);
            return new Answer(grant, Uni.createFrom().item(grant), askedNanos + life.toNanos());
        }

        /** Told to those who wait for it, and to nobody after them. */
        static Answer failed(Throwable failure, long askedNanos) {
            return new Answer(Optional.empty(), Uni.createFrom().failure(failure), askedNanos);
        }
    }

    @Inject
    CachedCallers(Callers callers, CallerConfig config) {
        this(callers, config.rememberedApiKeys(), Ticker.systemTicker());
    }

    CachedCallers(Callers callers, int most, Ticker ticker) {
        this.callers = callers;
        this.ticker = ticker;
        this.answers = Caffeine.newBuilder()
                .maximumSize(most)
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(Expiry.<KeyHash, Answer>creating((key, answer) -> rest(answer)))
                .buildAsync();
    }

    /**
     * What the key stands for. May arrive on any thread.
     *
     * @param deadline asked for only where the answer has to be waited for
     */
    Uni<Optional<Grant>> grantOf(KeyHash key, Supplier<Deadline> deadline) {
        CompletableFuture<Answer> answer = answers.get(key, (missing, executor) -> ask(missing));
        if (answer.isDone()) {
            return answer.join().told();
        }
        Uni<Optional<Grant>> grant = Uni.createFrom()
                .<Answer>emitter(emitter -> {
                    var unused = answer.thenAccept(emitter::complete);
                })
                .chain(Answer::told);
        return within(deadline.get(), grant);
    }

    /** What {@link #grantOf} would tell at once; empty where nobody has the key, and where PostgreSQL had to be asked. */
    Optional<Grant> remembered(KeyHash key) {
        CompletableFuture<Answer> answer = answers.getIfPresent(key);
        return answer != null && answer.isDone() ? answer.join().found() : Optional.empty();
    }

    /** Forgets everything, for after a change: what is asked from now on is answered by PostgreSQL. */
    public void forget() {
        answers.synchronous().invalidateAll();
    }

    /** How many keys it knows something about, for tests. */
    long remembered() {
        answers.synchronous().cleanUp();
        return answers.synchronous().estimatedSize();
    }

    private CompletableFuture<Answer> ask(KeyHash key) {
        long askedNanos = ticker.read();
        return callers.grantOf(key, Deadline.in(LOOK_UP))
                .map(grant -> Answer.found(grant, askedNanos))
                .onFailure()
                .recoverWithItem(failure -> Answer.failed(failure, askedNanos))
                .subscribeAsCompletionStage();
    }

    private Duration rest(Answer answer) {
        return Duration.ofNanos(Math.max(0, answer.untilNanos() - ticker.read()));
    }

    private static Uni<Optional<Grant>> within(Deadline deadline, Uni<Optional<Grant>> grant) {
        Duration rest = deadline.remaining();
        if (rest.isZero()) {
            return Uni.createFrom().failure(CachedCallers::tooLate);
        }
        return grant.ifNoItem().after(rest).failWith(CachedCallers::tooLate);
    }

    private static Throwable tooLate() {
        return Problem.of(ProblemType.DEADLINE_EXCEEDED, "The time budget was used up by waiting; nothing was done.")
                .toException();
    }
}
