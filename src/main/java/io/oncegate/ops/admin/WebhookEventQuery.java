package io.oncegate.ops.admin;

import io.oncegate.webhooks.EventStatus;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which webhooks an operator asks for: those that were not applied. */
final class WebhookEventQuery {

    private static final Set<EventStatus> NOT_APPLIED = EnumSet.of(EventStatus.PARKED, EventStatus.FAILED);

    private static final String WORDS =
            NOT_APPLIED.stream().map(EventStatus::wire).collect(Collectors.joining(" or "));

    private WebhookEventQuery() {}

    /** The query parameter {@code status}, which must be there. */
    static EventStatus status(@Nullable String status) {
        return Optional.ofNullable(status)
                .flatMap(text -> NOT_APPLIED.stream()
                        .filter(one -> one.wire().equals(text))
                        .findFirst())
                .orElseThrow(() -> Paging.invalid("status", "must be " + WORDS));
    }
}
