package io.oncegate.webhooks;

import io.oncegate.request.MalformedJsonException;
import io.oncegate.request.StrictJson;

/** Bodies that say nothing of what they should. */
final class Readable {

    private Readable() {}

    /** Whether it is about something else, which its sender may well tell, or cannot be read at all. */
    static Effect effectOfNoEvent(byte[] body) {
        try {
            return StrictJson.parse(body).isObject() ? Effect.SAYS_NOTHING : Effect.UNREADABLE;
        } catch (MalformedJsonException unreadable) {
            return Effect.UNREADABLE;
        }
    }
}
