package io.oncegate.orders.payment;

/**
 * The attempt that somebody speaks of, as it is, whoever works on it.
 *
 * @param undecided whether it is in review for no other reason than that nobody could be asked
 * @param refunded whether its money was given back
 */
public record Meant(Attempt attempt, boolean undecided, boolean refunded) {}
