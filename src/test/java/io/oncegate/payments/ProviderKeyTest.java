package io.oncegate.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.PaymentsConfig.KeySource;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderKeyTest {
    private static final String ORDER = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    /** Computed by sha256sum: another form would send another key for a payment that is under way. */
    @ParameterizedTest
    @CsvSource({
        "CREATE, 1, bf1b8d2183698efb334ced766cdd465e59bbf44650b98f7eae7ab1f39fba9318",
        "CONFIRM, 1, 5f619cbf9094a57f1546c76545827361c881e429ebaf1a202ea6b8577f0fe651",
        "CONFIRM, 2, 8a1a20502d19eb1541d7bc67e7b0fdbe31d1b4971142b449111ff3a415a4325c"
    })
    void aDerivedKeyIsTheHashOfOrderOperationAndAttempt(ProviderOperation operation, int attempt, String key) {
        assertThat(key(operation, attempt, "client", 255, KeySource.DERIVED)).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({"255, 64", "64, 64", "36, 36", "1, 1"})
    void aDerivedKeyIsCutToWhatTheProviderTakes(int longest, int length) {
        var whole = key(ProviderOperation.CREATE, 1, "client", 255, KeySource.DERIVED);

        assertThat(key(ProviderOperation.CREATE, 1, "client", longest, KeySource.DERIVED))
                .isEqualTo(whole.substring(0, length));
    }

    @ParameterizedTest
    @CsvSource({
        "CONFIRM, 1, 64, 64, true",
        "CONFIRM, 1, 65, 64, false",
        "CONFIRM, 1, 1, 64, true",
        "CONFIRM, 1, 255, 255, true",
        "CONFIRM, 2, 10, 64, false",
        "CREATE, 1, 10, 64, false"
    })
    void theClientsKeyIsTakenForTheFirstMoveOfMoneyWhereItFits(
            ProviderOperation operation, int attempt, int length, int longest, boolean taken) {
        var client = "k".repeat(length);

        var key = key(operation, attempt, client, longest, KeySource.VERBATIM);

        assertThat(key).isEqualTo(taken ? client : key(operation, attempt, client, longest, KeySource.DERIVED));
    }

    @ParameterizedTest
    @EnumSource(KeySource.class)
    void aProviderWithoutKeysGetsNone(KeySource source) {
        assertThat(key(ProviderOperation.CONFIRM, 1, "client", 0, source)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 36})
    void attemptsOperationsAndOrdersNeverShareAKey(int longest) {
        var keys = new HashSet<String>();
        var descriptor = FakeDialect.descriptor("fake", longest, true);

        for (var order = 0; order < 20; order++) {
            for (var attempt = 1; attempt <= 20; attempt++) {
                for (var operation : ProviderOperation.values()) {
                    var charge = new Charge(ORDER + order, attempt, 1, "EUR", "m", null, "client");
                    keys.add(ProviderKey.of(operation, charge, descriptor, KeySource.DERIVED));
                }
            }
        }

        assertThat(keys).hasSize(20 * 20 * ProviderOperation.values().length);
    }

    @Test
    void theClientsKeyIsNoPartOfADerivedOne() {
        assertThat(key(ProviderOperation.CREATE, 1, "one", 64, KeySource.DERIVED))
                .isEqualTo(key(ProviderOperation.CREATE, 1, "two", 64, KeySource.DERIVED));
    }

    private static String key(ProviderOperation operation, int attempt, String client, int longest, KeySource source) {
        var charge = new Charge(ORDER, attempt, 100, "EUR", "m", null, client);
        return ProviderKey.of(operation, charge, FakeDialect.descriptor("fake", longest, true), source);
    }
}
