package io.oncegate.ops.admin;

import io.oncegate.messages.MessageState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which messages an operator asks for: those that nobody else looks after. */
final class MessageQuery {

    private static final List<MessageState> LEFT = List.of(MessageState.DEAD, MessageState.UNKNOWN);

    private MessageQuery() {}

    /** The query parameter {@code status}, which must be there. */
    static MessageState status(@Nullable String status) {
        return Optional.ofNullable(status)
                .flatMap(text ->
                        LEFT.stream().filter(one -> one.stored().equals(text)).findFirst())
                .orElseThrow(() -> Paging.invalid("status", "must be dead or unknown"));
    }
}
