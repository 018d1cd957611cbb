package io.oncegate.messages;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.Optional;

/** Phone numbers as people write them, in the one form that is kept. */
final class PhoneNumber {

    private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
    private static final String NO_COUNTRY = "ZZ";

    /** The plus sign and fifteen digits. The numbering plans of some countries would leave room for more. */
    private static final int LONGEST_E164 = 16;

    private PhoneNumber() {}

    /** The E.164 form of an international number ({@code +} and country code first); empty for what cannot be one. */
    static Optional<String> e164(String written) {
        try {
            Phonenumber.PhoneNumber number = NUMBERS.parse(written, NO_COUNTRY);
            String e164 = NUMBERS.format(number, PhoneNumberFormat.E164);
            return canBeDialled(number) && e164.length() <= LONGEST_E164 ? Optional.of(e164) : Optional.empty();
        } catch (NumberParseException e) {
            return Optional.empty();
        }
    }

    /** From abroad, that is: a number without its area code is possible only at home. */
    private static boolean canBeDialled(Phonenumber.PhoneNumber number) {
        return NUMBERS.isPossibleNumberWithReason(number) == ValidationResult.IS_POSSIBLE && !number.hasExtension();
    }
}
