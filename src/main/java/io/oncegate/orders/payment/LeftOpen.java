package io.oncegate.orders.payment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt is left by a worker that does not know its outcome.
 *
 * @param why one word
 * @param externalId what the provider calls the payment, where the worker learnt it
 * @param errorAnswered whether a server error was answered
 * @param absent whether the provider showed no move of money
 * @param nextCheck from now
 */
public record LeftOpen(
        AttemptStatus status,
        String why,
        @Nullable String externalId,
        boolean errorAnswered,
        boolean absent,
        Duration nextCheck) {}
