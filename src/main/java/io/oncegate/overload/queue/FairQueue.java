package io.oncegate.overload.queue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Three lines and their shares:
 *
 * <pre>
 *   critical 4 : 1 ( normal 4 : 1 low )   =   80 : 16 : 4
 * </pre>
 *
 * Small quanta give the shares of large ones with shorter waits: of any 25 that are let in while all three have some
 * waiting, one is low. Not thread-safe.
 */
final class FairQueue {

    private static final int MORE = 4;
    private static final int LESS = 1;
    private static final double LARGER = (double) MORE / (MORE + LESS);

    private final Map<ServiceClass, ClassLine> lines = new EnumMap<>(ServiceClass.class);
    private final Turns criticalAndRest = new Turns(MORE, LESS);
    private final Turns normalAndLow = new Turns(MORE, LESS);

    FairQueue() {
        for (ServiceClass each : ServiceClass.values()) {
            lines.put(each, new ClassLine());
        }
    }

    ClassLine line(ServiceClass serviceClass) {
        return Objects.requireNonNull(lines.get(serviceClass));
    }

    boolean isEmpty() {
        return !has(ServiceClass.CRITICAL) && !hasRest();
    }

    /** Whoever is next; null where nobody waits. */
    @Nullable
    Waiting poll() {
        if (isEmpty()) {
            return null;
        }
        if (criticalAndRest.takeFirst(has(ServiceClass.CRITICAL), hasRest())) {
            return line(ServiceClass.CRITICAL).poll();
        }
        boolean normal = normalAndLow.takeFirst(has(ServiceClass.NORMAL), has(ServiceClass.LOW));
        return line(normal ? ServiceClass.NORMAL : ServiceClass.LOW).poll();
    }

    /** The part of all that is let in which falls to this class, with what waits now. */
    double shareOf(ServiceClass serviceClass) {
        if (serviceClass == ServiceClass.CRITICAL) {
            return hasRest() ? LARGER : 1;
        }
        double ofRest = has(ServiceClass.CRITICAL) ? 1 - LARGER : 1;
        return serviceClass == ServiceClass.NORMAL
                ? ofRest * (has(ServiceClass.LOW) ? LARGER : 1)
                : ofRest * (has(ServiceClass.NORMAL) ? 1 - LARGER : 1);
    }

    private boolean has(ServiceClass serviceClass) {
        return line(serviceClass).waiting() > 0;
    }

    private boolean hasRest() {
        return has(ServiceClass.NORMAL) || has(ServiceClass.LOW);
    }
}
