package io.oncegate.phase;

import io.vertx.pgclient.PgException;
import java.util.Set;

/**
 * What the failure of a statement that was sent means. Table of SQLSTATEs: PostgreSQL documentation, appendix A.
 */
final class StatementFailures {

    /** The session ended under the statement: shutdown, crash of a neighbour, start-up, too many connections. */
    private static final Set<String> SESSION_ENDED = Set.of("57P01", "57P02", "57P03", "57P05", "53300");

    /** Rolled back to let another statement pass: serialization failure, deadlock. */
    private static final Set<String> ROLLED_BACK = Set.of("40001", "40P01");

    /** Too slow: statement or lock time-out. */
    private static final Set<String> GAVE_UP = Set.of("57014", "55P03");

    /** Out of a resource, or a standby. */
    private static final Set<String> CANNOT_NOW = Set.of("53000", "53100", "53200", "25006");

    private StatementFailures() {}

    /**
     * {@link ReplyLostException} where the statement may be sent again, {@link NotDoneException} where PostgreSQL said
     * that it did nothing, {@link ConstraintViolatedException}, or {@link StatementFailedException}.
     */
    static RuntimeException of(Throwable failure) {
        if (!(failure instanceof PgException answered)) {
            return new ReplyLostException("the connection broke", failure);
        }
        String state = String.valueOf(answered.getSqlState());
        if (state.startsWith("08") || SESSION_ENDED.contains(state) || ROLLED_BACK.contains(state)) {
            return new ReplyLostException("PostgreSQL ended the statement with SQLSTATE " + state, null);
        }
        if (GAVE_UP.contains(state)) {
            return new NotDoneException(NotDoneException.Reason.GIVEN_UP, answered);
        }
        if (CANNOT_NOW.contains(state)) {
            return new NotDoneException(NotDoneException.Reason.UNABLE, answered);
        }
        if (state.startsWith("23")) {
            return new ConstraintViolatedException(String.valueOf(answered.getConstraint()));
        }
        return new StatementFailedException(state);
    }
}
