package io.oncegate.messages;

/** Whoever sends messages, as seen by those who leave some to be sent. */
public interface Arrivals {

    /** A message that is to go through this gateway may be sent now. Returns at once. */
    void arrived(String gateway);
}
