package io.oncegate.sandbox.dialect;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a payer is asked to do on a page of the provider.
 *
 * @param what is to be paid, in words
 * @param returnUrl where the payer is sent afterwards
 * @param open whether it still waits for the payer
 */
public record PayerStep(
        String what, @Nullable String returnUrl, BooleanSupplier open, Runnable approve, Runnable decline) {}
