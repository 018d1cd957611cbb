package io.oncegate.orders.payment;

import io.oncegate.orders.Order;
import java.time.Duration;

/**
 * How an order's payment stands.
 *
 * @param keyInProgress whether its key still waits for the outcome
 * @param nextCheck until somebody looks after it, or an hour where that is an operator
 */
public record Standing(Order order, boolean keyInProgress, Duration nextCheck) {}
