package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.keys.Claim;
import io.oncegate.sandbox.script.Subject;

/**
 * A request that would move money or send a message, once everything about it is found in order.
 *
 * @param claim on its key and on its object
 */
public record EffectRequest(Subject subject, Effect effect, Claim claim, Exchange exchange) {}
