package io.oncegate.orders.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The bare database is measured with the statement that the service really sends, also after a change of it. */
class BenchmarkStatementTest {

    private static final Path MEASURED = Path.of("src", "bench", "peers", "pgbench", "order.sql");
    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    /** What stands in the file for $1, $2 and so on: its variables, and nothing for what an order may lack. */
    private static final List<String> STANDS_FOR = List.of(
            ":tenant",
            ":principal",
            ":method",
            ":path",
            ":key",
            ":sha256",
            ":fingerprint",
            ":token",
            ":life",
            ":code",
            ":headers",
            ":body",
            "lpad(:id, 26, '0')",
            ":user",
            ":amount",
            ":currency",
            "NULL",
            "NULL",
            "NULL",
            ":status",
            ":at");

    @Test
    void isTheServicesOwn() throws IOException {
        var measured = Files.readAllLines(MEASURED).stream()
                .filter(line -> !line.startsWith("\\") && !line.startsWith("--"))
                .collect(Collectors.joining("\n"));

        assertThat(measured).isEqualToIgnoringWhitespace(sent() + ";");
    }

    private static String sent() {
        return PARAMETER.matcher(OrderSql.PLACE.onNew()).replaceAll(BenchmarkStatementTest::standsFor);
    }

    private static String standsFor(MatchResult parameter) {
        return STANDS_FOR.get(Integer.parseInt(parameter.group(1)) - 1);
    }
}
