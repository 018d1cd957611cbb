package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.orders.payment.Verdict;
import io.oncegate.orders.payment.Verdict.Outcome;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictBodyTest {

    private static final String SMILE = "\uD83D\uDE00";

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void readsEachOutcome(Outcome outcome) {
        String body = "{'outcome':'" + outcome.wire() + "','external_id':'pi_1','note':'seen there','more':1}";

        assertThat(VerdictBody.read(json(body))).isEqualTo(new Verdict(outcome, "pi_1", "seen there"));
    }

    @ParameterizedTest
    @EnumSource(value = Outcome.class, mode = EnumSource.Mode.EXCLUDE, names = "SUCCEEDED")
    void needsNoExternalIdWhereNothingSucceeded(Outcome outcome) {
        String body = "{'outcome':'" + outcome.wire() + "','external_id':null,'note':'seen there'}";

        assertThat(VerdictBody.read(json(body))).isEqualTo(new Verdict(outcome, null, "seen there"));
    }

    @Test
    void takesAnExternalIdAndANoteOfTheLongest() {
        String id = "!~".repeat(127) + "7";
        String note = SMILE.repeat(500);

        assertThat(VerdictBody.read(json("{'outcome':'succeeded','external_id':'" + id + "','note':'" + note + "'}")))
                .isEqualTo(new Verdict(Outcome.SUCCEEDED, id, note));
        assertThat(errors("{'outcome':'succeeded','external_id':'" + id + "8','note':'" + note + "!'}"))
                .extracting(FieldError::pointer)
                .containsExactly("/external_id", "/note");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'note':'n'}                                               | /outcome     | is required",
                "{'outcome':null,'note':'n'}                                | /outcome     | is required",
                "{'outcome':'paid','note':'n'}                              | /outcome     | must be one of succeeded,"
                        + " not_executed, declined, refunded",
                "{'outcome':'SUCCEEDED','external_id':'x','note':'n'}       | /outcome     | must be one of succeeded,"
                        + " not_executed, declined, refunded",
                "{'outcome':'succeeded','note':'n'}                         | /external_id | is required where the"
                        + " outcome is succeeded",
                "{'outcome':'succeeded','external_id':null,'note':'n'}      | /external_id | is required where the"
                        + " outcome is succeeded",
                "{'outcome':'succeeded','external_id':'','note':'n'}        | /external_id | must have 1 to 255"
                        + " characters",
                "{'outcome':'succeeded','external_id':7,'note':'n'}         | /external_id | must be a string",
                "{'outcome':'succeeded','external_id':'a b','note':'n'}     | /external_id | must consist of visible"
                        + " ASCII characters",
                "{'outcome':'declined','external_id':'a\\u0000','note':'n'} | /external_id | must not contain U+0000",
                "{'outcome':'declined','external_id':'a\\u007f','note':'n'} | /external_id | must consist of visible"
                        + " ASCII characters",
                "{'outcome':'declined','external_id':'é','note':'n'}        | /external_id | must consist of visible"
                        + " ASCII characters",
                "{'outcome':'declined'}                                     | /note        | is required",
                "{'outcome':'declined','note':null}                         | /note        | is required",
                "{'outcome':'declined','note':''}                           | /note        | must have 1 to 500"
                        + " characters",
                "{'outcome':'declined','note':' \\n'}                       | /note        | must say why",
                "{'outcome':'declined','note':['n']}                        | /note        | must be a string",
                "{'outcome':'declined','note':'\\u0000'}                    | /note        | must not contain U+0000",
                "[]                                                         | ~~           | must be a JSON object",
                "'succeeded'                                                | ~~           | must be a JSON object"
            })
    void saysWhatIsWrong(String body, String pointer, String detail) {
        assertThat(errors(body)).containsExactly(new FieldError(pointer, detail));
    }

    @Test
    void namesEveryErrorAtOnce() {
        assertThat(errors("{}")).extracting(FieldError::pointer).containsExactly("/outcome", "/note");
        assertThat(errors("{'outcome':'succeeded'}"))
                .extracting(FieldError::pointer)
                .containsExactly("/external_id", "/note");
    }

    private static List<FieldError> errors(String body) {
        return catchThrowableOfType(ProblemException.class, () -> VerdictBody.read(json(body)))
                .problem()
                .errors();
    }

    private static JsonNode json(String body) {
        return StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
