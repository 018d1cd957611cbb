package io.oncegate.payments;

import org.jspecify.annotations.Nullable;

/**
 * What is sent to a provider, fixed and stored before its first byte leaves, so that sending it again sends the same.
 * Without credentials: those are added when it leaves. The body is shared, not copied; nobody writes to it.
 *
 * @param operation what it does there
 * @param target path and query below the account's URL
 * @param contentType of the body
 * @param key the provider's idempotency key; null where the dialect has none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FrozenRequest(
        ProviderOperation operation,
        String target,
        String contentType,
        byte[] body,
        @Nullable String key) {}
