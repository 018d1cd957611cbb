package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTest {

    @Test
    void isTheApiKeyHeader() {
        assertThat(Credential.of(List.of("k"), List.of())).contains("k");
    }

    @ParameterizedTest
    @CsvSource({"Bearer k", "bearer k", "BEARER k", "'Bearer   k'"})
    void isTheBearerToken(String line) {
        assertThat(Credential.of(List.of(), List.of(line))).contains("k");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "Basic azpr", "Bearer", "Bearerk", "Token k", " Bearer k"})
    void isNothingInAnotherForm(String line) {
        assertThat(Credential.of(List.of(), List.of(line))).isEmpty();
    }

    @Test
    void isNothingWithoutAHeader() {
        assertThat(Credential.of(List.of(), List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "0, 2", "1, 1", "3, 0"})
    void isNeverOneOfSeveral(int apiKeyLines, int authorizationLines) {
        List<String> apiKeys = List.of("k", "k", "k").subList(0, apiKeyLines);
        List<String> authorizations = List.of("Bearer k", "Bearer k").subList(0, authorizationLines);

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> Credential.of(apiKeys, authorizations))
                .satisfies(thrown -> assertThat(thrown.problem().type()).isEqualTo(ProblemType.AMBIGUOUS_CREDENTIALS));
    }
}
