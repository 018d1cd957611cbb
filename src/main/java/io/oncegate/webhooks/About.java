package io.oncegate.webhooks;

import java.util.Optional;

/**
 * What a body says of itself; any of it may be anything.
 *
 * @param eventId the sender's id of the event, where the body holds one
 * @param type the sender's word for what happened
 * @param objectId what it is about, as the sender calls it
 */
record About(Optional<String> eventId, String type, Optional<String> objectId) {

    static final About NOTHING = new About(Optional.empty(), "", Optional.empty());
}
