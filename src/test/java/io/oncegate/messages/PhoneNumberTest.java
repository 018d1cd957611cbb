package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhoneNumberTest {

    @ParameterizedTest
    @CsvSource({
        "+4915123456789, +4915123456789",
        "+49 151 2345-6789, +4915123456789",
        "+49 (0) 151 23456789, +4915123456789",
        "tel:+49-151-23456789, +4915123456789",
        "'  +4915123456789  ', +4915123456789",
        "＋４９ １５１ ２３４５６７８９, +4915123456789",
        "+1 (201) 555-0123, +12015550123",
        "+7 912 345-67-89, +79123456789",
        "+39 02 3661 8300, +390236618300",
        "+883 5100 1234 5678, +883510012345678"
    })
    void keepsOneFormOfANumber(String written, String kept) {
        assertThat(PhoneNumber.e164(written)).contains(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "+",
                "0151 23456789",
                "15123456789",
                "004915123456789",
                "+999123456789",
                "+49",
                "+491",
                "+1 201 555",
                "+1 555 0123",
                "+49 151 23456789 ext. 5",
                "+49 151 23456789;ext=5",
                "+4915123456789012345",
                "+49151234567890123456789",
                "+7 912 345-67-8",
                "hello",
                "+hello",
                "+49\u0000151",
                "tel:"
            })
    void knowsWhatCannotBeANumber(String written) {
        assertThat(PhoneNumber.e164(written)).isEmpty();
    }

    /** The plans of some countries leave room for more digits than an E.164 number has. */
    @Test
    void knowsThatNoNumberHasMoreThanFifteenDigits() {
        assertThat(PhoneNumber.e164("+49 1234567890123")).contains("+491234567890123");
        assertThat(PhoneNumber.e164("+49 12345678901234")).isEmpty();
        assertThat(PhoneNumber.e164("+49 123456789012345")).isEmpty();
    }
}
