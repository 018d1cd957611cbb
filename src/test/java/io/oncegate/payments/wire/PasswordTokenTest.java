package io.oncegate.payments.wire;

import static io.oncegate.outbound.wire.Answers.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.outbound.wire.Answers;
import io.oncegate.outbound.wire.JsonBody;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PasswordTokenTest {

    /** The example of the documentation's page on tokens, request and result. */
    private static ObjectNode example(String orderId) {
        ObjectNode request = JsonBody.object()
                .put("TerminalKey", "MerchantTerminalKey")
                .put("Amount", 19200)
                .put("OrderId", orderId)
                .put("Description", "Подарочная карта на 1000 рублей");
        request.putObject("DATA").put("Phone", "+71234567890").put("Email", "a@test.com");
        request.putObject("Receipt").putArray("Items").addObject().put("Name", "x");
        return request;
    }

    @Test
    void isWhatTheDocumentationComputes() {
        assertThat(PasswordToken.of(example("00000"), "11111111111111"))
                .isEqualTo("72dd466f8ace0a37a1f740ce5fb78101712bc0665d91a8108c7c8a0ccd426db2");
    }

    @Test
    void isWhatTheEarlierDocumentationComputed() {
        assertThat(PasswordToken.of(example("21090"), "usaf8fw8fsw21g"))
                .isEqualTo("0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9");
    }

    /** Amount, Description, OrderId, Password, TerminalKey: put in a row by hand. */
    @Test
    void hashesTheValuesInTheOrderOfTheirNames() {
        assertThat(PasswordToken.of(example("21090"), "usaf8fw8fsw21g"))
                .isEqualTo(PasswordToken.sha256("19200" + "Подарочная карта на 1000 рублей" + "21090" + "usaf8fw8fsw21g"
                        + "MerchantTerminalKey"));
    }

    @Test
    void isOnABodyThatWasSignedHoweverItIsWritten() {
        String token = PasswordToken.sha256("1050" + "01K0" + "p" + "true" + "1DEMO");
        String body = "{'TerminalKey':'1DEMO','OrderId':'01K0','Success':true,'Amount':1050,'Data':{'a':1},'Pan':null";

        assertThat(PasswordToken.isOn(json(body + ",'Token':'" + token + "'}"), "p"))
                .isTrue();
        assertThat(PasswordToken.isOn(
                        json("\n { 'Token' : '" + token.toUpperCase(Locale.ROOT) + "'," + body.substring(1) + "} \n"),
                        "p"))
                .isTrue();
        assertThat(PasswordToken.isOn(
                        json(body.replace("01K0", "\\u0030\\u0031K0") + ",'Token':'" + token + "'}"), "p"))
                .isTrue();
    }

    @Test
    void isOnNothingElse() {
        String body = "{'TerminalKey':'1DEMO','Amount':1050,'Token':'%s'}";
        String signed = body.formatted(PasswordToken.sha256("1050" + "p" + "1DEMO"));
        assertThat(PasswordToken.isOn(json(signed), "p")).isTrue();

        assertThat(PasswordToken.isOn(json(signed), "other")).isFalse();
        assertThat(PasswordToken.isOn(json(signed.replace("1050", "1051")), "p"))
                .isFalse();
        for (String odd : List.of(
                body.formatted(""),
                "{'TerminalKey':'1DEMO','Amount':1050}",
                "{'Token':null}",
                "{'Token':[]}",
                "[" + signed + "]",
                signed + signed,
                signed.replace("'Amount':1050", "'Amount':1050,'Amount':1050"),
                "[".repeat(5000),
                "null",
                "")) {
            assertThat(PasswordToken.isOn(json(odd), "p")).as(odd).isFalse();
        }
        for (byte[] broken : Answers.broken(signed, System.nanoTime())) {
            assertThat(PasswordToken.isOn(broken, "other")).isFalse();
        }
    }

    @Test
    void doesNotDependOnTheOrderOfTheRequest() {
        ObjectNode one = JsonBody.object().put("A", 1).put("b", true).put("B", "x");
        ObjectNode other = JsonBody.object().put("B", "x").put("b", true).put("A", 1);

        assertThat(PasswordToken.of(one, "p")).isEqualTo(PasswordToken.of(other, "p"));
        assertThat(PasswordToken.of(one, "p")).isEqualTo(PasswordToken.sha256("1" + "x" + "p" + "true"));
    }
}
