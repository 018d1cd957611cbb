package io.oncegate.outbound.wire;

import static io.oncegate.outbound.wire.Answers.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonAnswerTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "1",
                "'a'",
                "[]",
                "{",
                "{'a':1",
                "{'a':1}{'a':1}",
                "{'a':1} x",
                "{'a':1,'a':2}",
                "{'a':NaN}",
                "{a:1}",
                "<html>",
                "\u0000"
            })
    void isExactlyOneObject(String body) {
        assertThat(JsonAnswer.of(json(body))).isEmpty();
    }

    @Test
    void isNothingThatIsTooDeepOrTooLong() {
        assertThat(JsonAnswer.of(json("{'a':".repeat(2000) + "1" + "}".repeat(2000))))
                .isEmpty();
        assertThat(JsonAnswer.of(json("{'a':" + "9".repeat(5000) + "}"))).isEmpty();
    }

    @Test
    void readsMembersByTheirPath() {
        var answer = answer("{'a':{'b':{'text':'x','number':12,'flag':false,'list':[{'c':1},{}]}}}");

        assertThat(answer.text("a", "b", "text")).contains("x");
        assertThat(answer.integer("a", "b", "number")).contains(12L);
        assertThat(answer.flag("a", "b", "flag")).contains(false);
        assertThat(answer.object("a", "b").flatMap(b -> b.text("text"))).contains("x");
        assertThat(answer.objects("a", "b", "list"))
                .hasValueSatisfying(list -> assertThat(list).hasSize(2));
    }

    @Test
    void convertsNothing() {
        var answer = answer("{'text':'12','number':12,'fraction':12.0,'exponent':1e1,'large':9223372036854775808,"
                + "'empty':'','none':null,'list':[1],'object':{}}");

        assertThat(answer.integer("text")).isEmpty();
        assertThat(answer.text("number")).isEmpty();
        assertThat(answer.integer("fraction")).isEmpty();
        assertThat(answer.integer("exponent")).isEmpty();
        assertThat(answer.integer("large")).isEmpty();
        assertThat(answer.text("empty")).isEmpty();
        assertThat(answer.text("none")).isEmpty();
        assertThat(answer.text("missing")).isEmpty();
        assertThat(answer.text("text", "deeper")).isEmpty();
        assertThat(answer.flag("number")).isEmpty();
        assertThat(answer.object("list")).isEmpty();
        assertThat(answer.objects("list")).isEmpty();
        assertThat(answer.objects("object")).isEmpty();
    }

    private static JsonAnswer answer(String body) {
        return JsonAnswer.of(json(body)).orElseThrow();
    }
}
