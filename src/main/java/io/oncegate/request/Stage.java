package io.oncegate.request;

import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A stretch of work that a trace tells of: what it is a part of, when it began and ended, and what came of it. Where
 * nobody listens it is {@link #UNTOLD}, which keeps nothing, so that whoever does the work need not know.
 *
 * <p>What is said here leaves the service. It holds to the rule of the logs: no body, key, credential or tenant. Safe for
 * use by any thread.
 */
public interface Stage {

    /** That which nobody listens to. So are all of its parts. */
    Stage UNTOLD = new UntoldStage("");

    /** One that nobody listens to, of a trace that somebody may know. */
    static Stage untold(String traceId) {
        return new UntoldStage(traceId);
    }

    /** The request, or other work with a trace of its own, on whose context the calling code runs. */
    static Stage current() {
        return CurrentStage.get();
    }

    /** The same work, told of as a part of what is current when it begins. */
    static <T> Uni<T> of(String name, Uni<T> work) {
        return of(name, work, (stage, item) -> {});
    }

    /** The same work, told of as a part of what is current when it begins; {@code ending} says what came of it. */
    static <T> Uni<T> of(String name, Uni<T> work, BiConsumer<? super Stage, ? super T> ending) {
        return current().isTold()
                ? Uni.createFrom().deferred(() -> current().part(name).around(work, ending))
                : work;
    }

    /** Whether anybody listens. What costs something to say need not be made up where nobody does. */
    boolean isTold();

    /** The trace that it belongs to, 32 lower-case hex digits; empty where there is none. */
    String traceId();

    /** A part of it that begins now. */
    Stage part(String name);

    /** The same of a call to somebody else. */
    Stage call(String name);

    /** Adds a detail, in a word of ours. */
    void say(String what, String value);

    /** Adds a detail that is a number. */
    void say(String what, long value);

    /** Something that happened in it, at this moment; details are texts and whole numbers. */
    void mark(String event, Map<String, ?> details);

    /** A request's answer has left, with this status. */
    void answered(int status);

    /** It ends without what it was to bring. The failure's own words are not told. */
    void failed(Throwable failure);

    /** It ends now. To be called once. */
    void end();

    /** Work that this stage, which has begun, ends with. */
    private <T> Uni<T> around(Uni<T> work, BiConsumer<? super Stage, ? super T> ending) {
        return work.onItem()
                .invoke(item -> ending.accept(this, item))
                .onFailure()
                .invoke(this::failed)
                .onTermination()
                .invoke(this::end);
    }
}
