package io.oncegate.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Currency;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrenciesTest {

    /** Not in the list of every JDK that builds this: most came into use after it was made. */
    private static final Set<String> UNKNOWN_TO_SOME_JDK = codes("SLE UYW VED XCG ZWG");

    /** Metals, bond units, units of account between banks, tests, and none at all. */
    private static final Set<String> NOT_PAID_IN =
            codes("XAG XAU XPD XPT XBA XBB XBC XBD XAD XDR XSU XUA XTS XXX XFO XFU");

    private static final Set<String> GONE = codes("ADP AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEF BGL BGN"
            + " BOP BRB BRC BRE BRN BRR BUK BYB BYR CHC CSD CSJ CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK"
            + " GHC GHP GNE GNS GQE GRD GWE GWP HRD HRK IEP ILP ILR ISJ ITL LAJ LSM LTL LTT LUC LUF LUL LVL LVR MGF MLF"
            + " MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG STD SUR"
            + " TJR TMM TPE TRL UAK UGS UGW USS UYN UYP VEB VEF VNC XEU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL"
            + " ZWN ZWR");

    @Test
    void holdsWhateverTheJdkKnowsAndIsStillInUse() {
        Set<String> missing = jdk();
        missing.removeIf(Currencies::inUse);
        missing.removeAll(NOT_PAID_IN);
        missing.removeAll(GONE);

        assertThat(missing).isEmpty();
    }

    @Test
    void holdsNothingThatIsUnknownElsewhere() {
        Set<String> unknown = everyCode();
        unknown.removeIf(code -> !Currencies.inUse(code));
        unknown.removeAll(jdk());
        unknown.removeAll(UNKNOWN_TO_SOME_JDK);

        assertThat(unknown).isEmpty();
    }

    @Test
    void holdsNothingThatIsGoneOrThatNobodyPaysIn() {
        assertThat(GONE).noneMatch(Currencies::inUse);
        assertThat(NOT_PAID_IN).noneMatch(Currencies::inUse);
    }

    @Test
    void holdsAsManyAsTheListOfTheStandard() {
        Set<String> inUse = everyCode();
        inUse.removeIf(code -> !Currencies.inUse(code));

        assertThat(inUse).hasSize(164).containsAll(UNKNOWN_TO_SOME_JDK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eur", "EUR ", " EUR", "EU", "", "EURUSD", "EUR\nUSD"})
    void knowsCodesOnlyAsTheStandardWritesThem(String code) {
        assertThat(Currencies.inUse(code)).isFalse();
    }

    private static Set<String> jdk() {
        return Currency.getAvailableCurrencies().stream()
                .map(Currency::getCurrencyCode)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> everyCode() {
        Set<String> codes = new TreeSet<>();
        for (char a = 'A'; a <= 'Z'; a++) {
            for (char b = 'A'; b <= 'Z'; b++) {
                for (char c = 'A'; c <= 'Z'; c++) {
                    codes.add("" + a + b + c);
                }
            }
        }
        return codes;
    }

    private static Set<String> codes(String list) {
        return Arrays.stream(list.split(" ")).collect(Collectors.toUnmodifiableSet());
    }
}
