package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statement of the service on a real PostgreSQL: it can be prepared, and it finds its rows by an index. A constant
 * of a class named {@code ...Sql} is a statement unless it is private, which makes it a part of one.
 */
class SqlTest {
    private static final Database DATABASE =
            TestServers.shared().freshDatabase().migrate();

    /** Held to it by a constraint; an index would be the longer way. */
    private static final List<String> TABLES_OF_ONE_ROW =
            List.of("Seq Scan on limits_revision", "Seq Scan on active_profile");

    @BeforeAll
    static void fillTables() throws IOException {
        try (var script = SqlTest.class.getResourceAsStream("filled-tables.sql")) {
            DATABASE.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static Stream<Statement> statements() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.oncegate").stream()
                        .filter(type -> type.getSimpleName().endsWith("Sql"))
                        .filter(type -> !type.isEquivalentTo(ClaimSql.class))
                        .map(JavaClass::reflect)
                        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                        .filter(field -> !Modifier.isPrivate(field.getModifiers()) && !field.isSynthetic())
                        .flatMap(SqlTest::statementsOf);
    }

    @Test
    void thereAreStatementsToLookAt() {
        assertThat(statements().map(Statement::name))
                .contains(
                        "OrderSql.PLACE.onNew",
                        "OrderSql.PLACE.batch",
                        "MessageSql.ACCEPT.onExpired",
                        "IdempotencySql.FIND");
    }

    @ParameterizedTest
    @MethodSource("statements")
    void canBePrepared(Statement statement) throws SQLException {
        try (var connection = DATABASE.connect();
                var sql = connection.createStatement()) {
            assertThat(sql.execute("PREPARE statement AS " + statement.text())).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("statements")
    void findsItsRowsByAnIndex(Statement statement) throws SQLException {
        assertThat(plan(statement))
                .isNotEmpty()
                .filteredOn(line -> TABLES_OF_ONE_ROW.stream().noneMatch(line::contains))
                .noneMatch(line -> line.contains("Seq Scan"));
    }

    /** Without values for the parameters, as PostgreSQL plans a statement that is prepared once and used for all. */
    private static List<String> plan(Statement statement) throws SQLException {
        var simpleProtocol = DATABASE.jdbcUrl() + "?preferQueryMode=simple";
        try (var connection = DriverManager.getConnection(simpleProtocol, DATABASE.user(), DATABASE.password());
                var sql = connection.createStatement();
                var rows = sql.executeQuery("EXPLAIN (GENERIC_PLAN) " + statement.text())) {
            var lines = new ArrayList<String>();
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
            return lines;
        }
    }

    private static Stream<Statement> statementsOf(Field field) {
        var name = field.getDeclaringClass().getSimpleName() + "." + field.getName();
        try {
            field.setAccessible(true);
            if (field.get(null) instanceof FirstPhase.Forms forms) {
                return Stream.concat(
                        Stream.of(
                                new Statement(name + ".onNew", forms.onNew()),
                                new Statement(name + ".onExpired", forms.onExpired())),
                        forms.batch().stream().map(batch -> new Statement(name + ".batch", batch.together())));
            }
            return field.get(null) instanceof String text ? Stream.of(new Statement(name, text)) : Stream.of();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(name, e);
        }
    }

    record Statement(String name, String text) {
        @Override
        public String toString() {
            return name;
        }
    }
}
