package io.oncegate.testsupport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;

/** One database of the test servers, as a test looks at it: over JDBC, past the service. */
public record Database(String host, int port, String name, String user, String password) {

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl(), user, password);
    }

    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
    }

    /** The same database through another address, such as a {@link FaultProxy}'s. */
    public Database through(String otherHost, int otherPort) {
        return new Database(otherHost, otherPort, name, user, password);
    }

    /** Brings it to the schema that the service would. */
    public Database migrate() {
        Flyway.configure()
                .dataSource(jdbcUrl(), user, password)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        return this;
    }

    /** The rows of a query, each as its columns in their order. */
    public List<Map<String, Object>> query(String sql, Object... parameters) {
        try (var connection = connect();
                var statement = prepare(connection, sql, parameters);
                var rows = statement.executeQuery()) {
            var all = new ArrayList<Map<String, Object>>();
            while (rows.next()) {
                all.add(row(rows));
            }
            return all;
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** The number that a {@code SELECT count(*)} answers. */
    public long count(String sql, Object... parameters) {
        return ((Number) query(sql, parameters).get(0).values().iterator().next()).longValue();
    }

    /** Any other statement. */
    public void execute(String sql, Object... parameters) {
        try (var connection = connect();
                var statement = prepare(connection, sql, parameters)) {
            statement.execute();
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (var index = 0; index < parameters.length; index++) {
            statement.setObject(index + 1, parameters[index]);
        }
        return statement;
    }

    private static Map<String, Object> row(ResultSet rows) throws SQLException {
        var row = new LinkedHashMap<String, Object>();
        var columns = rows.getMetaData();
        for (var index = 1; index <= columns.getColumnCount(); index++) {
            row.put(columns.getColumnLabel(index), rows.getObject(index));
        }
        return row;
    }
}
