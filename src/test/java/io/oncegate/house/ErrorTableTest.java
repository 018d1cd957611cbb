package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each error that a client can see is on the first page, and it says which of them this version gives. */
class ErrorTableTest {
    private static String sources = "";

    @BeforeAll
    static void readSources() throws IOException {
        var all = new StringBuilder();
        for (var file : new Repository(Path.of("").toAbsolutePath()).files()) {
            if (file.toString().contains("src/main/java") && !file.endsWith("ProblemType.java")) {
                all.append(Files.readString(file));
            }
        }
        sources = all.toString();
    }

    @Test
    void theTableHoldsEachProblemAndNothingElse() throws IOException {
        assertThat(Readme.table("### Errors").stream().map(row -> row.subList(0, 4)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ProblemType.values())
                        .map(ErrorTableTest::row)
                        .toList());
    }

    @Test
    void theTableSaysWhichProblemsNoAnswerHasYet() throws IOException {
        var unused = Arrays.stream(ProblemType.values())
                .filter(type -> !sources.contains("ProblemType." + type.name()))
                .map(type -> "`" + type.slug() + "`");

        assertThat(Readme.table("### Errors").stream()
                        .filter(row -> row.get(4).equals("reserved"))
                        .map(row -> row.get(1)))
                .containsExactlyInAnyOrderElementsOf(unused.toList());
    }

    private static List<String> row(ProblemType type) {
        return List.of(
                String.valueOf(type.status()),
                "`" + type.slug() + "`",
                type.retryable() ? "yes" : "no",
                Optional.ofNullable(nextKey(type)).orElse("-"));
    }

    private static String nextKey(ProblemType type) {
        return switch (type.nextKey()) {
            case SAME -> "same";
            case NEW -> "new";
            case UNSAID -> null;
        };
    }
}
