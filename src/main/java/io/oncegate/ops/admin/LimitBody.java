package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.problem.Members;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body that changes a limit, read and checked as far as it goes without the policy. */
final class LimitBody {

    /** 2^53 micro-tokens, beyond which nothing is counted exactly. */
    private static final long HIGHEST_CAPACITY = 9_007_199_254L;

    private static final int LONGEST_WORD = 32;

    /** What stands in for a rate that is none, until the body is refused. */
    private static final Rate STAND_IN = new Rate(1, 1);

    private LimitBody() {}

    /** As the API's description shows it. */
    @Schema(name = "LimitChange")
    record ToPut(
            @JsonProperty("capacity")
            @Schema(required = true, minimum = "1", maximum = "9007199254", description = "How many at once")
            long capacity,

            @JsonProperty("refill")
            @Schema(
                    required = true,
                    description = "How many after that: tokens, in a number of seconds, minutes, hours or days",
                    pattern = "^[0-9]+/[0-9]*[smhd]$",
                    examples = {"10/s", "1/10s", "1000/d"})
            String refill,

            @JsonProperty("mode") @Schema(enumeration = {"shadow", "soft", "enforce"})
            String mode,

            @JsonProperty("algorithm")
            @Schema(enumeration = {"token-bucket", "fixed-window", "sliding-window", "leaky-bucket"})
            String algorithm,

            @JsonProperty("on_store_failure") @Schema(enumeration = {"local", "open", "closed"})
            String onStoreFailure) {}

    static LimitChange read(JsonNode body) {
        Members members = Members.of(body);
        return members.orRefuse(new LimitChange(
                members.requiredInteger("capacity", 1, HIGHEST_CAPACITY),
                refill(members),
                word(members, "mode", Mode::of, "shadow, soft, enforce"),
                word(members, "algorithm", Algorithm::of, "token-bucket, fixed-window, sliding-window, leaky-bucket"),
                word(members, "on_store_failure", OnStoreFailure::of, "local, open, closed")));
    }

    private static Rate refill(Members members) {
        String text = members.requiredString("refill", 1, LONGEST_WORD);
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException notOne) {
            members.check(false, "refill", "must be a positive rate like 10/s, 1/10s or 1000/d");
            return STAND_IN;
        }
    }

    private static <T> Optional<T> word(
            Members members, String name, Function<String, Optional<T>> known, String words) {
        Optional<String> text = members.optionalString(name, 1, LONGEST_WORD);
        Optional<T> word = text.flatMap(known);
        members.check(text.isPresent() == word.isPresent(), name, "must be one of " + words);
        return word;
    }
}
