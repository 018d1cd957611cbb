package io.oncegate.payments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTest {
    private static final String ORDER = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9, 10, 9999})
    void namesTheAttemptThatItIsOf(int attempt) {
        var charge = new Charge(ORDER, attempt, 1, "EUR", "m", null, "k");

        assertThat(Reference.of(charge.reference())).contains(new Reference(ORDER, attempt));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0", "-02", "-", "-10000", "-2-2", " ", "\n", "A", "-\u0662"})
    void isNothingWithAnythingElseBehindIt(String more) {
        assertThat(Reference.of(ORDER + more)).isEmpty();
    }

    @Test
    void isNothingThatIsNoOrder() {
        assertThat(Reference.of("")).isEmpty();
        assertThat(Reference.of(ORDER.toLowerCase(Locale.ROOT))).isEmpty();
        assertThat(Reference.of("8" + ORDER.substring(1))).isEmpty();
        assertThat(Reference.of("'; DROP TABLE orders; --")).isEmpty();
    }
}
