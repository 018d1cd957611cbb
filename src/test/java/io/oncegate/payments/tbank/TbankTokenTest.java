package io.oncegate.payments.tbank;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.payments.wire.JsonBody;
import org.junit.jupiter.api.Test;

class TbankTokenTest {

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
        assertThat(TbankToken.of(example("00000"), "11111111111111"))
                .isEqualTo("72dd466f8ace0a37a1f740ce5fb78101712bc0665d91a8108c7c8a0ccd426db2");
    }

    @Test
    void isWhatTheEarlierDocumentationComputed() {
        assertThat(TbankToken.of(example("21090"), "usaf8fw8fsw21g"))
                .isEqualTo("0024a00af7c350a3a67ca168ce06502aa72772456662e38696d48b56ee9c97d9");
    }

    /** Amount, Description, OrderId, Password, TerminalKey: put in a row by hand. */
    @Test
    void hashesTheValuesInTheOrderOfTheirNames() {
        assertThat(TbankToken.of(example("21090"), "usaf8fw8fsw21g"))
                .isEqualTo(TbankToken.sha256("19200" + "Подарочная карта на 1000 рублей" + "21090" + "usaf8fw8fsw21g"
                        + "MerchantTerminalKey"));
    }

    @Test
    void doesNotDependOnTheOrderOfTheRequest() {
        ObjectNode one = JsonBody.object().put("A", 1).put("b", true).put("B", "x");
        ObjectNode other = JsonBody.object().put("B", "x").put("b", true).put("A", 1);

        assertThat(TbankToken.of(one, "p")).isEqualTo(TbankToken.of(other, "p"));
        assertThat(TbankToken.of(one, "p")).isEqualTo(TbankToken.sha256("1" + "x" + "p" + "true"));
    }
}
