package io.oncegate.idempotency.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Description;
import io.oncegate.problem.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the description of the API says of a key is what the service asks of it. */
class KeySchemaTest {

    private static final Description DESCRIPTION = Description.written();

    @Test
    void agreesWithTheServiceOnEveryCharacter() {
        for (char c = 0; c < 256; c++) {
            assertAgreement("k" + c + "k");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 254, 255, 256, 257, 258})
    void agreesWithTheServiceOnTheLength(int length) {
        assertAgreement("k".repeat(length));
        assertAgreement('"' + "k".repeat(length) + '"');
    }

    private static void assertAgreement(String header) {
        assertThat(DESCRIPTION.violationsOfParameter("IdempotencyKey", header).isEmpty())
                .as(header)
                .isEqualTo(isTaken(header));
    }

    private static boolean isTaken(String header) {
        try {
            return !IdempotencyKey.from(List.of(header)).value().isEmpty();
        } catch (ProblemException refused) {
            return false;
        }
    }
}
