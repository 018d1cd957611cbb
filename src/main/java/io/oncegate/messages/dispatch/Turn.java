package io.oncegate.messages.dispatch;

import io.oncegate.messages.Priority;
import java.util.List;

/**
 * How many messages are taken next.
 *
 * @param shares one for each priority; a higher one gets first what another leaves
 */
public record Turn(List<Share> shares) {

    /**
     * @param number how many of this priority at least, where there are so many
     * @param servedLast the tenant after which others have their turn; empty to begin with the first
     */
    public record Share(Priority priority, int number, String servedLast) {}

    /** A priority's part. */
    public Share share(Priority priority) {
        return shares.stream()
                .filter(share -> share.priority() == priority)
                .findFirst()
                .orElseGet(() -> new Share(priority, 0, ""));
    }

    /** How many in all. */
    public int total() {
        return shares.stream().mapToInt(Share::number).sum();
    }
}
