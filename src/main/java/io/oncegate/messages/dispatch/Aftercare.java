package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** The messages that nobody sends at the moment. Each method is one statement, by the database's clock. */
public interface Aftercare {

    /** Unknown messages of a gateway that are due, and what was decided about each. */
    Uni<List<Doubt>> doubts(String gateway, Means means, int most, Deadline deadline);

    /**
     * What can be done about an unknown message.
     *
     * @param recognised whether the gateway recognises a message that is sent again
     * @param askable whether it can be asked for one
     * @param mostAttempts how often one is given to it
     * @param askWithin how long after its first sending one is asked for
     */
    record Means(boolean recognised, boolean askable, int mostAttempts, Duration askWithin) {}

    /** A message that is or was unknown. */
    record Doubt(String messageId, Remedy remedy) {}

    /** What is done about an unknown message. */
    enum Remedy {
        /** It is ready to be sent again. */
        RESEND,
        /** The gateway is to be asked now; unless that answers it, the message will be due again. */
        ASK,
        /** It waits for whoever tells of it. */
        LEAVE
    }

    /**
     * Records what a gateway told of one of its messages, by rank: what is known already, or better, stays.
     *
     * @return false where this gateway has no such message
     */
    Uni<Boolean> told(String gateway, String messageId, Outbox.Ending ending, Deadline deadline);

    /** Takes messages from workers whose lease is over; the state that each has now. */
    Uni<List<MessageState>> leasesOver(int most, Deadline deadline);

    /** Ends messages that have outlived their time; what became of each. */
    Uni<List<Outlived>> outlived(int most, Deadline deadline);

    /** {@code EXPIRED}, or {@code UNKNOWN} where the gateway may have it. */
    record Outlived(String gateway, MessageState state) {}

    /** Erases the texts of messages that ended longer than {@code kept} ago; how many. */
    Uni<Integer> erase(Duration kept, int most, Deadline deadline);

    /** What waits, is under way or has no outcome, by state. Reads only. */
    Uni<List<OpenNow>> open(Deadline deadline);

    /** How many messages are in one state, and the age of the oldest. */
    record OpenNow(MessageState state, long number, long oldestAgeSeconds) {}
}
