package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitBodyTest {

    @Test
    void readsWhatMustBeThere() {
        assertThat(LimitBody.read(json("{'capacity':7,'refill':'1/10s','mode':null,'more':1}")))
                .isEqualTo(new LimitChange(7, new Rate(1, 10), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void readsEachMember() {
        assertThat(LimitBody.read(json("{'capacity':7,'refill':'7/m','mode':'shadow','algorithm':'leaky-bucket',"
                        + "'on_store_failure':'closed'}")))
                .isEqualTo(new LimitChange(
                        7,
                        new Rate(7, 60),
                        Optional.of(Mode.SHADOW),
                        Optional.of(Algorithm.LEAKY_BUCKET),
                        Optional.of(OnStoreFailure.CLOSED)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                 | /capacity",
                "{'capacity':0,'refill':'1/s'}                      | /capacity",
                "{'capacity':-1,'refill':'1/s'}                     | /capacity",
                "{'capacity':1.0,'refill':'1/s'}                    | /capacity",
                "{'capacity':'1','refill':'1/s'}                    | /capacity",
                "{'capacity':9007199255,'refill':'1/s'}             | /capacity",
                "{'capacity':1}                                     | /refill",
                "{'capacity':1,'refill':1}                          | /refill",
                "{'capacity':1,'refill':''}                         | /refill",
                "{'capacity':1,'refill':'10'}                       | /refill",
                "{'capacity':1,'refill':'0/s'}                      | /refill",
                "{'capacity':1,'refill':'1/0s'}                     | /refill",
                "{'capacity':1,'refill':'-1/s'}                     | /refill",
                "{'capacity':1,'refill':'1.5/s'}                    | /refill",
                "{'capacity':1,'refill':'1/w'}                      | /refill",
                "{'capacity':1,'refill':'99999999999999999999/s'}   | /refill",
                "{'capacity':1,'refill':'1/s','mode':'off'}         | /mode",
                "{'capacity':1,'refill':'1/s','mode':''}            | /mode",
                "{'capacity':1,'refill':'1/s','algorithm':'token_bucket'}     | /algorithm",
                "{'capacity':1,'refill':'1/s','on_store_failure':'unlimited'} | /on_store_failure",
                "[]                                                 | ''"
            })
    void refusesWhatIsNoLimit(String body, String pointer) {
        FieldError error = catchThrowableOfType(ProblemException.class, () -> LimitBody.read(json(body)))
                .problem()
                .errors()
                .get(0);

        assertThat(error.pointer()).isEqualTo(pointer);
    }

    private static JsonNode json(String body) {
        return StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
