package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.messages.SendAgain;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageRequeueBodyTest {

    @Test
    void mayBeEmpty() {
        assertThat(MessageRequeueBody.read(json("{}"))).isEqualTo(new SendAgain(false, null));
        assertThat(MessageRequeueBody.read(json("{'may_duplicate':null,'note':null}")))
                .isEqualTo(new SendAgain(false, null));
    }

    @Test
    void saysThatItMayBeTwiceAndWhy() {
        assertThat(MessageRequeueBody.read(json("{'may_duplicate':true,'note':'not in their log'}")))
                .isEqualTo(new SendAgain(true, "not in their log"));
        assertThat(MessageRequeueBody.read(json("{'may_duplicate':false,'note':'they are back'}")))
                .isEqualTo(new SendAgain(false, "they are back"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'may_duplicate':true}             | /note          | is required where the message may be sent twice",
                "{'may_duplicate':true,'note':' '}  | /note          | must say why",
                "{'may_duplicate':true,'note':''}   | /note          | must have 1 to 500 characters",
                "{'may_duplicate':'true'}           | /may_duplicate | must be true or false",
                "{'may_duplicate':1}                | /may_duplicate | must be true or false",
                "{'note':7}                         | /note          | must be a string",
                "[]                                 | ~~             | must be a JSON object"
            })
    void saysWhatIsWrong(String body, String pointer, String detail) {
        assertThat(catchThrowableOfType(ProblemException.class, () -> MessageRequeueBody.read(json(body)))
                        .problem()
                        .errors())
                .containsExactly(new FieldError(pointer, detail));
    }

    private static JsonNode json(String body) {
        return StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
