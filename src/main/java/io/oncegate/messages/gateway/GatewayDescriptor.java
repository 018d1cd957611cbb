package io.oncegate.messages.gateway;

import java.time.Duration;

/**
 * What a protocol can do. Decisions are made by it, never by a protocol's name.
 *
 * @param name of the protocol
 * @param keyed whether a message that is sent again under its id is recognised
 * @param keyRetention how long an id is remembered; zero without keys
 * @param answersQuestions whether a message can be asked for by our id
 */
public record GatewayDescriptor(String name, boolean keyed, Duration keyRetention, boolean answersQuestions) {}
