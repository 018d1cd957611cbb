package io.oncegate.orders;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderCursorTest {

    private static final String ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-01-31T09:30:00.123Z", "9999-12-31T23:59:59.999Z"})
    void comesBackAsItWasGiven(String time) {
        OrderCursor cursor = new OrderCursor(Instant.parse(time), ID);

        assertThat(OrderCursor.decode(cursor.encoded())).contains(cursor);
    }

    @Test
    void fitsIntoAQueryAsItIs() {
        assertThat(new OrderCursor(Instant.parse("9999-12-31T23:59:59.999Z"), ID).encoded())
                .matches("[A-Za-z0-9_-]{1,100}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ID,
                "1769851800123",
                "1769851800123:",
                ":" + ID,
                "x:" + ID,
                "-1:" + ID,
                "253402300800000:" + ID,
                "99999999999999999999999:" + ID,
                "1769851800123:" + ID + "0",
                "1769851800123:91JDYZ0F6T7V8W9X0Y1Z2A3B4C",
                "1769851800123:01jdyz0f6t7v8w9x0y1z2a3b4c",
                "1769851800123:' OR tenant_id <> '        ",
                "1769851800123:01JDYZ0F6T7V8W9X0Y1Z2A3B4\0",
                "1769851800.5:" + ID,
                " 1769851800123:" + ID
            })
    void isNotWhatSomebodyElseEncoded(String plain) {
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(ISO_8859_1));

        assertThat(OrderCursor.decode(encoded)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "====", "a", "ä", "\0", "%00", "+/+/", "MTc2OTg1MTgwMDEyMzo", "[]", "null", "-"})
    void isNotGarbage(String garbage) {
        assertThat(OrderCursor.decode(garbage)).isEmpty();
    }

    @Test
    void isNoLongerThanItEverWas() {
        assertThat(OrderCursor.decode("A".repeat(10_000))).isEmpty();
    }

    @Test
    void refusesRandomBytesWithoutFailing() {
        Random random = new Random(20260131);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);

            assertThat(OrderCursor.decode(Base64.getUrlEncoder().encodeToString(bytes)))
                    .isEmpty();
            assertThat(OrderCursor.decode(new String(bytes, ISO_8859_1))).isEmpty();
        }
    }
}
