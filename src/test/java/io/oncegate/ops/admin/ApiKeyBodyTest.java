package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Scope;
import io.oncegate.caller.tenants.IssueApiKey.Wanted;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiKeyBodyTest {

    private static final Instant NOW = Instant.parse("2030-05-01T10:00:00Z");

    @Test
    void asksForTheUsualByDefault() {
        assertThat(read("{'name':'n'}"))
                .isEqualTo(new Wanted("n", "default", Scope.USUAL, Optional.empty()))
                .isEqualTo(read("{'name':'n','client':null,'scopes':null,'expires_at':null}"));
    }

    @Test
    void asksForWhatItSays() {
        Wanted wanted = read(
                "{'name':'n','client':'app','scopes':['operator','orders:read'],'expires_at':'2030-05-01T12:30:00+02:00'}");

        assertThat(wanted)
                .isEqualTo(new Wanted(
                        "n",
                        "app",
                        Set.of(Scope.OPERATOR, Scope.ORDERS_READ),
                        Optional.of(Instant.parse("2030-05-01T10:30:00Z"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                   | /name",
                "{'name':''}                                          | /name",
                "{'name':'a\\tb'}                                     | /name",
                "{'name':'n','client':''}                             | /client",
                "{'name':'n','client':'a\\u009f'}                     | /client",
                "{'name':'n','scopes':[]}                             | /scopes",
                "{'name':'n','scopes':'orders:read'}                  | /scopes",
                "{'name':'n','scopes':['orders']}                     | /scopes",
                "{'name':'n','scopes':['ORDERS_READ']}                | /scopes",
                "{'name':'n','scopes':[7]}                            | /scopes/0",
                "{'name':'n','expires_at':'tomorrow'}                 | /expires_at",
                "{'name':'n','expires_at':1}                          | /expires_at",
                "{'name':'n','expires_at':'2030-06-01T10:00:00'}      | /expires_at",
                "{'name':'n','expires_at':'2030-05-01T10:00:00Z'}     | /expires_at",
                "{'name':'n','expires_at':'+10000-01-01T00:00:00Z'}   | /expires_at",
                "{'name':'n','expires_at':'-0001-01-01T00:00:00Z'}    | /expires_at"
            })
    void refusesAKeyThatCannotBe(String body, String pointer) {
        ProblemException thrown = catchThrowableOfType(ProblemException.class, () -> read(body));

        assertThat(thrown.problem().errors()).hasSize(1);
        assertThat(thrown.problem().errors().get(0).pointer()).isEqualTo(pointer);
    }

    private static Wanted read(String body) {
        JsonNode json = StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return ApiKeyBody.read(json, NOW);
    }
}
