package io.oncegate.messages;

import org.jspecify.annotations.Nullable;

/**
 * An operator's word that a message is to be sent again.
 *
 * @param mayDuplicate it may reach its recipient twice
 * @param note why, for the audit
 */
public record SendAgain(boolean mayDuplicate, @Nullable String note) {}
