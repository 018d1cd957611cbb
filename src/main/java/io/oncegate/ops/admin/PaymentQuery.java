package io.oncegate.ops.admin;

import io.oncegate.orders.payment.AttemptStatus;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which payments an operator asks for: those without an outcome, which are few; of the others the orders tell. */
final class PaymentQuery {

    private static final Set<AttemptStatus> WITHOUT_OUTCOME = EnumSet.of(
            AttemptStatus.PREPARED,
            AttemptStatus.SENDING,
            AttemptStatus.UNKNOWN,
            AttemptStatus.PENDING,
            AttemptStatus.ACTION_REQUIRED,
            AttemptStatus.REVIEW);

    private static final String WORDS =
            WITHOUT_OUTCOME.stream().map(AttemptStatus::wire).collect(Collectors.joining(", "));

    private PaymentQuery() {}

    /** The query parameter {@code status}, which must be there. */
    static AttemptStatus status(@Nullable String status) {
        return Optional.ofNullable(status)
                .flatMap(text -> WITHOUT_OUTCOME.stream()
                        .filter(one -> one.wire().equals(text))
                        .findFirst())
                .orElseThrow(() -> Paging.invalid("status", "must be one of " + WORDS));
    }
}
