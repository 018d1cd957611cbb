package io.oncegate.overload;

import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/**
 * Lets work begin when there is a permit for it. To be called on the request's own context, which the result arrives on;
 * what runs where no request is handled needs no permit.
 *
 * <pre>
 *   run --> waiting --> working --end--> given back
 *                        |   ^
 *                  aside v   | taken again, never refused
 *                     waiting for somebody else
 * </pre>
 */
public interface Admission {

    /**
     * Runs {@code work} with a permit, which is held until its end, whether or not anybody waits for that. Within work
     * that has one already it begins at once.
     *
     * <p>Fails with {@code overloaded} where the queue is full or too slow, and with {@code deadline-exceeded} where the
     * time was used up by waiting; then nothing was begun, and what the request has paid is given back. A caller that
     * goes away while it waits leaves the queue.
     */
    <T> Uni<T> run(Deadline deadline, Supplier<Uni<T>> work);

    /** Gives the permit back while {@code call} waits for somebody else, and takes one again for what follows. */
    <T> Uni<T> aside(Uni<T> call);

    /** Work that goes on when whoever began it has been answered: the permit is held until both have ended. */
    <T> Uni<T> share(Uni<T> work);

    /** Lowers the class of the request that is handled here; nothing raises it. */
    void lower(ServiceClass to);
}
