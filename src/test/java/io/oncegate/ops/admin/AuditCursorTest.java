package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncegate.caller.audit.Audit.Position;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCursorTest {

    private static final String ID = "01J0000000000000000000000A";
    private static final Instant AT = Instant.parse("2030-05-01T10:00:00.123456Z");

    @Test
    void continuesAfterTheEntryItWasMadeOf() {
        AuditEntry entry = new AuditEntry(
                ID, AT, "operator", "tenant.created", "t", Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(AuditCursor.position(null, AuditCursor.after(entry))).isEqualTo(new Position(AT, ID));
    }

    @Test
    void beginsAtTheBeginning() {
        assertThat(AuditCursor.position(null, null)).isEqualTo(new Position(Instant.EPOCH, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "2030-05-01T10:00:00Z, 2030-05-01T10:00:00Z",
        "2030-05-01T12:00:00+02:00, 2030-05-01T10:00:00Z",
        "-0044-03-15T00:00:00Z, 1970-01-01T00:00:00Z",
        "+999999999-12-31T00:00:00Z, 9999-12-31T00:00:00Z"
    })
    void beginsAtATime(String since, Instant at) {
        assertThat(AuditCursor.position(since, null)).isEqualTo(new Position(at, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2030-05-01", "2030-05-01 10:00:00Z"})
    void refusesWhatIsNoTime(String since) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> AuditCursor.position(since, null))
                .satisfies(AuditCursorTest::isInvalid);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "%", ",", "2030-05-01T10:00:00Z", "x," + ID, "2030-05-01T10:00:00Z,x", "a,b,c"})
    void refusesWhatIsNoCursor(String plain) {
        String encoded = Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));

        for (String cursor : new String[] {plain, encoded}) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> AuditCursor.position(null, cursor))
                    .satisfies(AuditCursorTest::isInvalid);
        }
    }

    private static void isInvalid(ProblemException thrown) {
        assertThat(thrown.problem().type()).isEqualTo(ProblemType.VALIDATION_FAILED);
    }
}
