package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncegate.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagingTest {

    @ParameterizedTest
    @CsvSource({", 100", "1, 1", "007, 7", "100, 100"})
    void takesALimitFromOneToAHundred(String limit, int expected) {
        assertThat(Paging.limit(limit)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "101", "-1", "+1", "1.0", "1e1", "９", "99999999999999999999"})
    void refusesAnyOther(String limit) {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> Paging.limit(limit));
    }

    @Test
    void beginsAfterTheIdThatACursorIs() {
        assertThat(Paging.afterId("01J0000000000000000000000A")).isEqualTo("01J0000000000000000000000A");
        assertThat(Paging.afterId(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "01j0000000000000000000000a",
                "81J0000000000000000000000A",
                "01J0000000000000000000000A "
            })
    void refusesACursorThatIsNoId(String cursor) {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> Paging.afterId(cursor));
    }

    @Test
    void saysWhereTheNextPageBeginsOnlyWhereThereIsOne() {
        Page<String> full = Page.of(List.of(1, 2, 3), 2, String::valueOf, n -> "after " + n);
        Page<String> last = Page.of(List.of(1, 2), 2, String::valueOf, n -> "after " + n);

        assertThat(full).isEqualTo(new Page<>(List.of("1", "2"), "after 2"));
        assertThat(last).isEqualTo(new Page<>(List.of("1", "2"), null));
    }
}
