package io.oncegate.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonNumbersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e10001",
                "1E+10001",
                "1e-10001",
                "-1.5e10001",
                "1e1000000000",
                "1e-1000000000",
                "1e2147483648",
                "1e4294967297",
                "1e99999999999999999999",
                "0e10001",
                "0.0E99999",
                "1e000010001",
                "{\"a\":[1e1000000000]}"
            })
    @Timeout(1)
    void refusesAnExponentBeyondTenThousand(String text) {
        assertThatThrownBy(() -> StrictJson.parse(text.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("exponent");
    }

    @ParameterizedTest
    @MethodSource
    void readsNumbersOfAThousandCharactersAndRefusesLongerOnes(String thousand, String longer) {
        assertThat(StrictJson.parse(thousand.getBytes(UTF_8)).decimalValue()).isEqualTo(new BigDecimal(thousand));
        assertThatThrownBy(() -> StrictJson.parse(longer.getBytes(UTF_8)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("more than 1000 characters");
    }

    static Stream<Arguments> readsNumbersOfAThousandCharactersAndRefusesLongerOnes() {
        return Stream.of(
                arguments("9".repeat(1000), "9".repeat(1001)),
                arguments("-" + "1".repeat(999), "-" + "1".repeat(1000)),
                arguments("0." + "3".repeat(998), "0." + "3".repeat(999)),
                arguments("7".repeat(997) + "e12", "7".repeat(998) + "e12"),
                arguments("1e" + "0".repeat(997) + "1", "1e" + "0".repeat(998) + "1"),
                arguments("9".repeat(1000), "9".repeat(65_000)));
    }

    @Test
    void keepsTheExactValueOfNumbers() {
        assertThat(read("9007199254740993").bigIntegerValue()).isEqualTo(new BigInteger("9007199254740993"));
        assertThat(read("9007199254740993.0").decimalValue()).isEqualTo(new BigDecimal("9007199254740993.0"));
        assertThat(read("0.1").decimalValue()).isEqualTo(new BigDecimal("0.1"));
        assertThat(read("1.10").decimalValue()).isEqualTo(new BigDecimal("1.10"));
        assertThat(read("123456789012345678901234567890").bigIntegerValue())
                .isEqualTo(new BigInteger("123456789012345678901234567890"));
        assertThat(read("1e10000").decimalValue()).isEqualTo(new BigDecimal("1e10000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "-10", "0", "-0", "2147483648", "-9223372036854775808", "9223372036854775808"})
    void tellsIntegerLiterals(String literal) {
        assertThat(read(literal).isIntegralNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0", "1e1", "1E1", "-0.0", "0e0", "100000000000000000000.0"})
    void tellsLiteralsWithAFractionOrAnExponent(String literal) {
        assertThat(read(literal).isNumber()).isTrue();
        assertThat(read(literal).isIntegralNumber()).isFalse();
    }

    private static JsonNode read(String text) {
        return StrictJson.parse(text.getBytes(UTF_8));
    }
}
