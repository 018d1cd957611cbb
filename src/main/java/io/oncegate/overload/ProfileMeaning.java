package io.oncegate.overload;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a profile changes.
 *
 * @param multiplierPercent of every limit
 * @param queuePercent of every bound of the queue
 * @param disabledRoutes what is refused, as {@code GET /v1/orders/export}
 */
record ProfileMeaning(int multiplierPercent, int queuePercent, Set<String> disabledRoutes) {

    /** Of each profile, as it is configured. */
    static ProfileMeaning of(Profile profile, OverloadConfig.Profiles config) {
        return switch (profile) {
            case NORMAL ->
                of(
                        config.normal().multiplierPercent(),
                        config.normal().queuePercent(),
                        config.normal().disabledRoutes());
            case DEGRADED ->
                of(
                        config.degraded().multiplierPercent(),
                        config.degraded().queuePercent(),
                        config.degraded().disabledRoutes());
            case EMERGENCY ->
                of(
                        config.emergency().multiplierPercent(),
                        config.emergency().queuePercent(),
                        config.emergency().disabledRoutes());
        };
    }

    private static ProfileMeaning of(int multiplierPercent, int queuePercent, Optional<List<String>> disabledRoutes) {
        return new ProfileMeaning(multiplierPercent, queuePercent, Set.copyOf(disabledRoutes.orElse(List.of())));
    }
}
