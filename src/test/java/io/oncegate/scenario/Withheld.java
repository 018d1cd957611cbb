package io.oncegate.scenario;

import io.oncegate.testsupport.Database;
import java.sql.SQLException;
import java.util.List;

/** An order's rows, taken out of their tables until they are given back: to the service it is not there yet. */
final class Withheld {
    private static final List<String> TABLES = List.of("external_operations", "payment_attempts", "payments", "orders");

    private final Database database;

    private Withheld(Database database) {
        this.database = database;
    }

    static Withheld from(Database database, String orderId) {
        var withheld = new Withheld(database);
        for (var table : TABLES) {
            withheld.all("CREATE TABLE withheld_%1$s AS SELECT * FROM %1$s WHERE order_id = '%2$s'"
                    .formatted(table, orderId));
        }
        withheld.all(TABLES.stream()
                .map(table -> "DELETE FROM %s WHERE order_id = '%s'".formatted(table, orderId))
                .toArray(String[]::new));
        return withheld;
    }

    void giveBack() {
        all(TABLES.stream()
                .map(table -> "INSERT INTO %1$s SELECT * FROM withheld_%1$s".formatted(table))
                .toArray(String[]::new));
        all(TABLES.stream().map("DROP TABLE withheld_%s"::formatted).toArray(String[]::new));
    }

    /** As one transaction. */
    private void all(String... statements) {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (var sql : statements) {
                statement.execute(sql);
            }
            connection.commit();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
