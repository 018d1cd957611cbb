package io.oncegate.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/**
 * What an answer's headers say of limits, read as a client would: with a parser of structured fields.
 *
 * @param policies the window of each quota, in draft 07; the quota of each name, in draft 10
 */
record ToldLimits(long limit, long remaining, long reset, Map<String, Long> policies) {

    static final List<String> HEADERS =
            List.of("RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");

    /** The names of those that an answer has. */
    static List<String> headers(RawResponse answer) {
        return HEADERS.stream().filter(name -> answer.header(name).isPresent()).toList();
    }

    static ToldLimits inDraft07(RawResponse answer) {
        var rateLimit = new Parser(only(answer, "RateLimit")).parseDictionary().get();
        assertThat(rateLimit.keySet()).containsExactly("limit", "remaining", "reset");
        var policies = list(answer, "RateLimit-Policy");
        return new ToldLimits(
                        whole(rateLimit.get("limit")),
                        whole(rateLimit.get("remaining")),
                        whole(rateLimit.get("reset")),
                        policies.stream()
                                .collect(Collectors.toMap(
                                        policy -> String.valueOf(whole(policy)),
                                        policy -> whole(policy.getParams().get("w")))))
                .agreeing(answer);
    }

    static ToldLimits inDraft10(RawResponse answer) {
        var rateLimit = list(answer, "RateLimit");
        assertThat(rateLimit).hasSize(1);
        var nearest = rateLimit.get(0);
        var policies = list(answer, "RateLimit-Policy").stream()
                .collect(Collectors.toMap(
                        ToldLimits::name, policy -> whole(policy.getParams().get("q"))));
        assertThat(policies).containsKey(name(nearest));
        return new ToldLimits(
                        policies.get(name(nearest)),
                        whole(nearest.getParams().get("r")),
                        whole(nearest.getParams().get("t")),
                        policies)
                .agreeing(answer);
    }

    /** The older headers say the same. */
    private ToldLimits agreeing(RawResponse answer) {
        assertThat(only(answer, "X-RateLimit-Limit")).isEqualTo(String.valueOf(limit));
        assertThat(only(answer, "X-RateLimit-Remaining")).isEqualTo(String.valueOf(remaining));
        assertThat(only(answer, "X-RateLimit-Reset")).matches("\\d+");
        return this;
    }

    private static List<ListElement<?>> list(RawResponse answer, String name) {
        return new Parser(only(answer, name)).parseList().get();
    }

    private static String only(RawResponse answer, String name) {
        assertThat(answer.headers(name)).as(name).hasSize(1);
        return answer.headers(name).get(0);
    }

    private static String name(ListElement<?> item) {
        assertThat(item).isInstanceOf(StringItem.class);
        return ((StringItem) item).get();
    }

    private static long whole(Object item) {
        assertThat((Item<?>) item).isInstanceOf(IntegerItem.class);
        var number = ((IntegerItem) item).getAsLong();
        assertThat(number).isNotNegative();
        return number;
    }
}
