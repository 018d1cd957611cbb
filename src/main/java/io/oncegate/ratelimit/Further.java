package io.oncegate.ratelimit;

import io.oncegate.ratelimit.limit.Level;

/**
 * What a request's body costs beyond the request itself.
 *
 * @param level the policies of this level are charged, where they count the request's route
 * @param subject whom they count where the credential does not say it, a phone number for one; it is hashed before it
 *     becomes a key. Empty for the tenant and its principal
 * @param cost whole tokens, at least 0; 0 charges nothing
 */
public record Further(Level level, String subject, long cost) {

    /** One more of something to this recipient. */
    public static Further to(String recipient) {
        return new Further(Level.RECIPIENT, recipient, 1);
    }

    /** One more payment that this user of the principal tries to make. */
    public static Further by(String principal, String userId) {
        return new Further(Level.PAYER, principal + "\n" + userId, 1);
    }

    /** More of what the request itself costs, to its principal or its tenant. */
    public static Further more(Level level, long cost) {
        return new Further(level, "", cost);
    }
}
