package io.oncegate.messages.postgres;

/** Waking other instances. */
final class WakeUpSql {

    /** {@code $1} the gateway whose messages wait. */
    static final String NOTIFY = "SELECT pg_notify('oncegate_messages', $1)";

    private WakeUpSql() {}
}
