package io.oncegate.webhooks;

import java.util.Locale;

/** What came of hearing a sender out. */
enum Effect {
    /** It was recorded. */
    APPLIED,
    /** It contradicts what is recorded: an operator decides about that. Recorded as well. */
    IN_REVIEW,
    /** It is known already. */
    NOTHING_NEW,
    /** It is about something that is not known here, or not yet. */
    NOT_KNOWN_HERE,
    /** Nobody could see to it now. */
    LATER,
    /** It is about something that nobody here cares for. */
    SAYS_NOTHING,
    /** It is no event at all. */
    UNREADABLE;

    /** Its name in tables and labels. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
