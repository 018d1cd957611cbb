package io.oncegate.overload;

import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/** Lets everybody in at once. */
public final class OpenAdmission implements Admission {

    @Override
    public <T> Uni<T> run(Deadline deadline, Supplier<Uni<T>> work) {
        return Uni.createFrom().deferred(work::get);
    }

    @Override
    public <T> Uni<T> aside(Uni<T> call) {
        return call;
    }

    @Override
    public <T> Uni<T> share(Uni<T> work) {
        return work;
    }

    @Override
    public void lower(ServiceClass to) {}
}
