package io.oncegate.messages;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.Optional;

/** Phone numbers as people write them, in the one form that is kept. */
final class PhoneNumber {

    private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
    private static final String NO_COUNTRY = "ZZ";

    private PhoneNumber() {}

    /** The E.164 form of an international number ({@code +} and country code first); empty for what cannot be one. */
    static Optional<String> e164(String written) {
        try {
            Phonenumber.PhoneNumber number = NUMBERS.parse(written, NO_COUNTRY);
            return NUMBERS.isPossibleNumber(number) && !number.hasExtension()
                    ? Optional.of(NUMBERS.format(number, PhoneNumberFormat.E164))
                    : Optional.empty();
        } catch (NumberParseException e) {
            return Optional.empty();
        }
    }
}
