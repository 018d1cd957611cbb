package io.oncegate.messages.gateway;

/**
 * What a gateway is asked to carry.
 *
 * @param id ULID; a gateway with keys recognises the message by it
 * @param recipient phone number in E.164 form
 * @param text 1 to 1600 characters
 */
public record OutgoingMessage(String id, String recipient, String text) {}
