package io.oncegate.phase;

/**
 * PostgreSQL answered with an error that is a fault of ours. Carries the SQLSTATE only: PostgreSQL's own message may
 * quote values.
 */
final class StatementFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StatementFailedException(String sqlState) {
        super("PostgreSQL refused a statement with SQLSTATE " + sqlState);
    }
}
