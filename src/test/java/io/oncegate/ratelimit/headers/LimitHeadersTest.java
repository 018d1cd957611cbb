package io.oncegate.ratelimit.headers;

import static io.oncegate.ratelimit.decision.Verdicts.decision;
import static io.oncegate.ratelimit.decision.Verdicts.granted;
import static io.oncegate.ratelimit.decision.Verdicts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdicts;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.testsupport.Settings;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LimitHeadersTest {

    private static final long SEED = 20_260_802;
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-07-31T12:00:00.25Z"), ZoneOffset.UTC);

    private final AnswerHead answer = new AnswerHead();

    /** What is decided, and what is told in draft-07. */
    static Stream<Arguments> ofTheCallersOwn() {
        return Stream.of(
                Arguments.of(
                        decision(granted("client", 100, 1, 17).with(1, 17, 830_000)),
                        "limit=100, remaining=17, reset=1",
                        "100;w=1"),
                Arguments.of(
                        decision(granted("client", 100, 1, 100).with(1, 100, 0)),
                        "limit=100, remaining=100, reset=0",
                        "100;w=1"),
                Arguments.of(
                        decision(granted("tenant", 1000, 60, 500), granted("client", 100, 1, 17)),
                        "limit=100, remaining=17, reset=1",
                        "100;w=1, 1000;w=60"),
                Arguments.of(
                        decision(
                                granted("tenant", 1000, 60, 17).with(1, 17, 59_000_001), granted("client", 100, 1, 17)),
                        "limit=1000, remaining=17, reset=60",
                        "100;w=1, 1000;w=60"),
                Arguments.of(
                        decision(granted("client", 100, 1, 17), granted("hourly", 100, 3600, 50)),
                        "limit=100, remaining=17, reset=1",
                        "100;w=3600"),
                Arguments.of(
                        decision(refused("client", 10, 100, 7_000_001), granted("tenant", 50, 100, 44)),
                        "limit=10, remaining=0, reset=8",
                        "10;w=100, 50;w=100"));
    }

    /** The same for levels, modes and answers that are special. */
    static Stream<Arguments> ofSpecialOnes() {
        return Stream.of(
                Arguments.of(
                        decision(
                                granted("address", 600, 3, 0).at(Level.IP),
                                granted("global", 20000, 2, 1).at(Level.GLOBAL),
                                granted("valve", 50, 2, 1).at(Level.ROUTE),
                                granted("client", 20, 2, 9)),
                        "limit=20, remaining=9, reset=1",
                        "20;w=2"),
                Arguments.of(
                        decision(refused("global", 20000, 2, 1).at(Level.GLOBAL), granted("client", 20, 2, 9)),
                        "limit=20000, remaining=0, reset=1",
                        "20;w=2, 20000;w=2"),
                Arguments.of(
                        decision(refused("address", 600, 3, 5_000).at(Level.IP)),
                        "limit=600, remaining=0, reset=1",
                        "600;w=3"),
                Arguments.of(
                        decision(granted("admin", 100, 2, 99).at(Level.OPERATOR)),
                        "limit=100, remaining=99, reset=1",
                        "100;w=2"),
                Arguments.of(
                        decision(
                                granted("new", 5, 1, -70).in(Mode.SHADOW, false),
                                refused("softened", 5, 1, 1).in(Mode.SOFT, false),
                                granted("client", 20, 2, 9)),
                        "limit=20, remaining=9, reset=1",
                        "20;w=2"),
                Arguments.of(
                        decision(granted("client", 20, 2, 20)
                                .with(25, 20, 500_000)
                                .answering(Answer.NEVER, 0)),
                        "limit=20, remaining=20, reset=1",
                        "20;w=2"),
                Arguments.of(decision(granted("client", 20, 2, -3)), "limit=20, remaining=0, reset=1", "20;w=2"));
    }

    @ParameterizedTest
    @MethodSource({"ofTheCallersOwn", "ofSpecialOnes"})
    void tellTheNearestLimitAndAllOfTheCallers(Decision decision, String rateLimit, String policy) {
        headers(HeaderDialect.DRAFT_07).write(answer.response(), decision);

        assertThat(answer.get("RateLimit")).contains(rateLimit);
        assertThat(answer.get("RateLimit-Policy")).contains(policy);
    }

    @Test
    void nameThePoliciesInDraft10() {
        headers(HeaderDialect.DRAFT_10)
                .write(answer.response(), decision(granted("tenant", 500, 10, 400), granted("client", 100, 10, 17)));

        assertThat(answer.get("RateLimit")).contains("\"client\";r=17;t=1");
        assertThat(answer.get("RateLimit-Policy")).contains("\"client\";q=100;w=10, \"tenant\";q=500;w=10");
    }

    @Test
    void listWhatTheyNameInDraft10() {
        headers(HeaderDialect.DRAFT_10)
                .write(
                        answer.response(),
                        decision(
                                granted("a", 100, 1, 60),
                                granted("client", 100, 10, 17),
                                granted("hourly", 100, 3600, 50)));

        assertThat(answer.get("RateLimit")).contains("\"client\";r=17;t=1");
        assertThat(answer.get("RateLimit-Policy")).contains("\"hourly\";q=100;w=3600, \"client\";q=100;w=10");
    }

    @Test
    void areSilentInNoDialect() {
        headers(HeaderDialect.NONE).write(answer.response(), decision(granted("client", 100, 1, 17)));

        assertThat(answer.get("RateLimit")).isEmpty();
        assertThat(answer.get("RateLimit-Policy")).isEmpty();
        assertThat(answer.get("X-RateLimit-Limit")).contains("100");
    }

    @ParameterizedTest
    @CsvSource({
        "EPOCH, 0, 1785499201",
        "EPOCH, 750000, 1785499201",
        "EPOCH, 750001, 1785499202",
        "EPOCH, 60000000, 1785499261",
        "SECONDS, 0, 0",
        "SECONDS, 1, 1",
        "SECONDS, 1000000, 1",
        "SECONDS, 1000001, 2",
    })
    void sayTheResetAsItIsAskedFor(XReset xReset, long toFullMicros, String reset) {
        new LimitHeaders(HeaderDialect.NONE, true, xReset, CLOCK)
                .write(answer.response(), decision(granted("client", 100, 1, 17).with(1, 17, toFullMicros)));

        assertThat(answer.get("X-RateLimit-Limit")).contains("100");
        assertThat(answer.get("X-RateLimit-Remaining")).contains("17");
        assertThat(answer.get("X-RateLimit-Reset")).contains(reset);
    }

    @ParameterizedTest
    @EnumSource(HeaderDialect.class)
    void leaveTheOldOnesOutWhereTheyAreNotWanted(HeaderDialect dialect) {
        new LimitHeaders(dialect, false, XReset.EPOCH, CLOCK)
                .write(answer.response(), decision(granted("client", 100, 1, 17)));

        assertThat(answer.get("X-RateLimit-Limit")).isEmpty();
        assertThat(answer.get("X-RateLimit-Remaining")).isEmpty();
        assertThat(answer.get("X-RateLimit-Reset")).isEmpty();
        assertThat(answer.isEmpty()).isEqualTo(dialect == HeaderDialect.NONE);
    }

    @Test
    void replaceThoseOfAnEarlierDecision() {
        LimitHeaders headers = headers(HeaderDialect.DRAFT_07);

        headers.write(answer.response(), decision(granted("client", 100, 1, 17)));
        headers.write(answer.response(), decision(granted("replay", 50, 1, 49)));

        assertThat(answer.get("RateLimit")).contains("limit=50, remaining=49, reset=1");
        assertThat(answer.get("RateLimit-Policy")).contains("50;w=1");
        assertThat(answer.get("X-RateLimit-Limit")).contains("50");
    }

    @Test
    void keepThoseOfAnEarlierDecisionWhereALaterOneTellsNothing() {
        LimitHeaders headers = headers(HeaderDialect.DRAFT_07);

        headers.write(answer.response(), decision(granted("client", 100, 1, 17)));
        headers.write(answer.response(), decision());
        headers.write(answer.response(), decision(granted("address", 600, 1, 1).at(Level.IP)));

        assertThat(answer.get("RateLimit")).contains("limit=100, remaining=17, reset=1");
    }

    @Test
    void leaveAnAnswerAloneThatIsOnItsWay() {
        answer.send();

        headers(HeaderDialect.DRAFT_07).write(answer.response(), decision(granted("client", 100, 1, 17)));

        assertThat(answer.isEmpty()).isTrue();
    }

    @Test
    void areStructuredFieldsInBothDialects() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            Decision decision = random(random);
            AnswerHead draft07 = new AnswerHead();
            AnswerHead draft10 = new AnswerHead();

            headers(HeaderDialect.DRAFT_07).write(draft07.response(), decision);
            headers(HeaderDialect.DRAFT_10).write(draft10.response(), decision);

            assertDraft07(draft07);
            assertDraft10(draft10);
        }
    }

    @Test
    void areDraft07AndEpochByDefault() {
        HeaderConfig config = Settings.of(HeaderConfig.class);

        assertThat(config.headers()).isEqualTo(HeaderDialect.DRAFT_07);
        assertThat(config.xHeaders()).isTrue();
        assertThat(config.xReset()).isEqualTo(XReset.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({"draft-07, DRAFT_07", "draft-10, DRAFT_10", "none, NONE"})
    void speakTheDialectThatIsSet(String written, HeaderDialect dialect) {
        assertThat(Settings.of(HeaderConfig.class, Map.of("oncegate.rate-limit.headers", written))
                        .headers())
                .isEqualTo(dialect);
    }

    private static void assertDraft07(AnswerHead head) {
        Dictionary rateLimit = new Parser(head.get("RateLimit").orElseThrow()).parseDictionary();
        assertThat(rateLimit.get().keySet()).containsExactly("limit", "remaining", "reset");
        assertThat(rateLimit.get().values()).allSatisfy(LimitHeadersTest::assertWholeNumber);
        List<ListElement<?>> policies = new Parser(head.get("RateLimit-Policy").orElseThrow())
                .parseList()
                .get();
        assertThat(policies).isNotEmpty().allSatisfy(policy -> {
            assertWholeNumber(policy);
            assertThat(policy.getParams().keySet()).containsExactly("w");
            assertWholeNumber(policy.getParams().get("w"));
        });
        assertThat(policies)
                .extracting(policy -> ((IntegerItem) policy).getAsLong())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private static void assertDraft10(AnswerHead head) {
        List<ListElement<?>> rateLimit =
                new Parser(head.get("RateLimit").orElseThrow()).parseList().get();
        List<ListElement<?>> policies = new Parser(head.get("RateLimit-Policy").orElseThrow())
                .parseList()
                .get();
        assertThat(rateLimit).singleElement().satisfies(limit -> assertNamed(limit, "r", "t"));
        assertThat(policies).isNotEmpty().allSatisfy(policy -> assertNamed(policy, "q", "w"));
        assertThat(policies.stream().map(policy -> policy.get().toString()))
                .contains(rateLimit.get(0).get().toString());
    }

    private static void assertNamed(ListElement<?> item, String... parameters) {
        assertThat(item).isInstanceOf(StringItem.class);
        assertThat(item.getParams().keySet()).containsExactly(parameters);
        assertThat(item.getParams().values()).allSatisfy(LimitHeadersTest::assertWholeNumber);
    }

    private static void assertWholeNumber(Object item) {
        assertThat(item)
                .isInstanceOfSatisfying(
                        IntegerItem.class,
                        number -> assertThat(number.getAsLong())
                                .as("seed %d", SEED)
                                .isNotNegative());
    }

    private static Decision random(Random random) {
        Verdicts[] verdicts = new Verdicts[1 + random.nextInt(4)];
        for (int i = 0; i < verdicts.length; i++) {
            int seconds = 1 + random.nextInt(86_400);
            long capacity =
                    random.nextBoolean() ? 1 + random.nextInt(5) : 1 + random.nextLong(9_000_000_000L / seconds);
            String name = "po\\li\"cy-" + i;
            long remaining = random.nextLong(-10, capacity + 1);
            verdicts[i] = random.nextBoolean()
                    ? granted(name, capacity, seconds, remaining).with(1, remaining, random.nextLong(86_400_000_000L))
                    : refused(name, capacity, seconds, random.nextLong(86_400_000_000L));
        }
        return decision(verdicts);
    }

    private static LimitHeaders headers(HeaderDialect dialect) {
        return new LimitHeaders(dialect, true, XReset.EPOCH, CLOCK);
    }
}
