package io.oncegate.webhooks;

import java.util.UUID;

/**
 * A stored webhook that one worker applies.
 *
 * @param worker the token that its writes carry
 * @param tries how often it was begun before
 * @param faults how many tries in a row have not come to an end before
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClaimedEvent(
        String id, String account, String type, EventStatus status, byte[] body, UUID worker, int tries, int faults) {}
