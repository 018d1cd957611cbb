package io.oncegate.outbound.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormBodyTest {

    @Test
    void writesPairsInTheirOrder() {
        byte[] body = new FormBody()
                .with("b", "2")
                .with("left_out", null)
                .with("metadata[a]", "1&2=3")
                .with("empty", "")
                .bytes();

        assertThat(new String(body, StandardCharsets.UTF_8)).isEqualTo("b=2&metadata%5Ba%5D=1%262%3D3&empty=");
    }

    @Test
    void isEmptyWithoutPairs() {
        assertThat(new FormBody().bytes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "azAZ09-._~, azAZ09-._~",
        "a b, a%20b",
        "a+b, a%2Bb",
        "*, %2A",
        "/?#:@!$&()=%, %2F%3F%23%3A%40%21%24%26%28%29%3D%25",
        "é€, %C3%A9%E2%82%AC"
    })
    void encodesWhateverIsReserved(String text, String encoded) {
        assertThat(Percent.encoded(text)).isEqualTo(encoded);
    }
}
