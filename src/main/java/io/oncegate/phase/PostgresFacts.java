package io.oncegate.phase;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a PostgreSQL server says of itself when the service starts.
 *
 * @param version as {@code server_version_num}: 150004 is 15.4
 * @param readOnly true on a standby, or where transactions are read-only by default
 * @param encoding of the database
 * @param synchronousCommit the setting of this name
 * @param synchronousStandbys the names a commit waits for; empty when it waits for none
 * @param fsync whether a commit reaches the disk
 */
record PostgresFacts(
        int version,
        boolean readOnly,
        String encoding,
        String synchronousCommit,
        String synchronousStandbys,
        boolean fsync) {

    private static final String ASK = """
            SELECT current_setting('server_version_num')::int AS version,
                   pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS read_only,
                   current_setting('server_encoding') AS encoding,
                   current_setting('synchronous_commit') AS synchronous_commit,
                   current_setting('synchronous_standby_names') AS synchronous_standbys,
                   current_setting('fsync')::bool AS fsync
            """;

    /** Asks the server at the other end of {@code connection}. Blocks. */
    static PostgresFacts of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(ASK)) {
            answer.next();
            return new PostgresFacts(
                    answer.getInt("version"),
                    answer.getBoolean("read_only"),
                    answer.getString("encoding"),
                    answer.getString("synchronous_commit"),
                    answer.getString("synchronous_standbys"),
                    answer.getBoolean("fsync"));
        }
    }
}
