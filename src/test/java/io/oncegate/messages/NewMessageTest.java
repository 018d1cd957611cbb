package io.oncegate.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Plan;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.StrictJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewMessageTest {

    private static final Duration DAY = Duration.ofHours(24);
    private static final String SMILE = "\uD83D\uDE00";

    @Test
    void readsWhatIsRequired() {
        NewMessage message = read(valid());

        assertThat(message.refusal()).isEmpty();
        assertThat(message.recipient()).isEqualTo("+4915123456789");
        assertThat(message.text()).isEqualTo("Hello");
        assertThat(message.segments()).isEqualTo(1);
        assertThat(message.priority()).isEqualTo(Priority.NORMAL);
        assertThat(message.life()).isEqualTo(DAY.minusMinutes(5));
    }

    @Test
    void readsWhatIsOptional() {
        NewMessage message = read(valid("priority", "\"low\"", "expires_in", "60"));

        assertThat(message.refusal()).isEmpty();
        assertThat(message.priority()).isEqualTo(Priority.LOW);
        assertThat(message.life()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"priority", "expires_in"})
    void takesNullForAbsent(String member) {
        assertThat(read(valid(member, "null"))).isEqualTo(read(valid()));
    }

    @Test
    void keepsTheNumberInItsOneForm() {
        assertThat(read(valid("to", "\"+1 (201) 555-0123\"")).recipient()).isEqualTo("+12015550123");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "0151 23456789"   | must be an international phone number, with + and country code
                    "+49"             | must be an international phone number, with + and country code
                    ""                | must have 1 to 64 characters
                    4915123456789     | must be a string
                    "+49\\u0000"      | must not contain U+0000
                    null              | is required
                    """)
    void refusesWhatIsNoNumber(String to, String detail) {
        assertThat(errors(valid("to", to))).containsExactly(new FieldError("/to", detail));
    }

    @ParameterizedTest
    @CsvSource({"a, 1, 1", "a, 1530, 10", "ж, 670, 10", SMILE + ", 330, 10", "€, 760, 10"})
    void takesATextOfUpToTenSegments(String character, int count, int segments) {
        NewMessage message = read(valid("text", quoted(character.repeat(count))));

        assertThat(message.refusal()).isEmpty();
        assertThat(message.segments()).isEqualTo(segments);
    }

    @ParameterizedTest
    @CsvSource({"a, 1531", "a, 1600", "ж, 671", SMILE + ", 331", "€, 761"})
    void refusesATextOfMoreSegments(String character, int count) {
        assertThat(errors(valid("text", quoted(character.repeat(count)))))
                .containsExactly(new FieldError("/text", "must fit in 10 SMS segments"));
    }

    @Test
    void refusesATextOfMoreCharactersOnce() {
        assertThat(errors(valid("text", quoted("a".repeat(1601)))))
                .containsExactly(new FieldError("/text", "must have 1 to 1600 characters"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ""           | must have 1 to 1600 characters
                    7            | must be a string
                    "a\\u0000"   | must not contain U+0000
                    null         | is required
                    """)
    void refusesWhatIsNoText(String text, String detail) {
        assertThat(errors(valid("text", text))).containsExactly(new FieldError("/text", detail));
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void letsEveryPlanChooseBetweenNormalAndLow(Plan plan) {
        assertThat(read(valid("priority", "\"normal\""), plan).priority()).isEqualTo(Priority.NORMAL);
        assertThat(read(valid("priority", "\"low\""), plan).priority()).isEqualTo(Priority.LOW);
    }

    @ParameterizedTest
    @EnumSource(names = {"STANDARD", "VIP"})
    void letsPlansThatPayForItBeUrgent(Plan plan) {
        NewMessage message = read(valid("priority", "\"high\""), plan);

        assertThat(message.refusal()).isEmpty();
        assertThat(message.priority()).isEqualTo(Priority.HIGH);
    }

    @Test
    void doesNotLetTheFreePlanBeUrgent() {
        assertThat(errors(read(valid("priority", "\"high\""), Plan.FREE)))
                .containsExactly(new FieldError("/priority", "must not be high for a tenant of the plan free"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"HIGH\"", "\"urgent\"", "\"\"", "1", "true"})
    void refusesAnotherPriority(String priority) {
        assertThat(errors(valid("priority", priority)))
                .containsExactly(new FieldError("/priority", "must be one of high, normal, low"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3600, 86_100})
    void livesAsLongAsIsAskedFor(long seconds) {
        assertThat(read(valid("expires_in", Long.toString(seconds))).life()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "86101", "1.5", "1e3", "\"60\"", "true", "9223372036854775808"})
    void refusesAnotherLife(String seconds) {
        assertThat(errors(valid("expires_in", seconds)))
                .containsExactly(new FieldError(
                        "/expires_in",
                        "must be an integer from 1 to 86100, written without a fraction or an exponent"));
    }

    @Test
    void neverOutlivesItsKey() {
        Duration hour = Duration.ofHours(1);

        assertThat(NewMessage.from(StrictJson.parse(valid().getBytes(UTF_8)), Plan.VIP, hour)
                        .life())
                .isEqualTo(hour.minusMinutes(5));
        assertThat(errors(NewMessage.from(
                        StrictJson.parse(valid("expires_in", "3301").getBytes(UTF_8)), Plan.VIP, hour)))
                .extracting(FieldError::pointer)
                .containsExactly("/expires_in");
    }

    @Test
    void isAtMostADayOldHoweverLongItsKeyIsKept() {
        assertThat(NewMessage.from(StrictJson.parse(valid().getBytes(UTF_8)), Plan.VIP, Duration.ofDays(30))
                        .life())
                .isEqualTo(DAY.minusMinutes(5));
    }

    @Test
    void namesEveryErrorAtOnce() {
        assertThat(errors("{\"to\":7,\"priority\":7,\"expires_in\":\"7\"}"))
                .extracting(FieldError::pointer)
                .containsExactly("/to", "/text", "/priority", "/expires_in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"Hello\"", "17"})
    void refusesABodyThatIsNoObject(String body) {
        assertThat(errors(body)).containsExactly(new FieldError("", "must be a JSON object"));
    }

    private static NewMessage read(String body) {
        return read(body, Plan.STANDARD);
    }

    private static NewMessage read(String body, Plan plan) {
        return NewMessage.from(StrictJson.parse(body.getBytes(UTF_8)), plan, DAY);
    }

    private static List<FieldError> errors(String body) {
        return errors(read(body));
    }

    private static List<FieldError> errors(NewMessage message) {
        Problem refusal = message.refusal().orElseThrow();
        assertThat(refusal.type()).isEqualTo(ProblemType.VALIDATION_FAILED);
        return refusal.errors();
    }

    /** A body that breaks no rule, but for these members: names and JSON values by turns. */
    private static String valid(String... members) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("to", "\"+4915123456789\"", "text", "\"Hello\""));
        for (int i = 0; i < members.length; i += 2) {
            all.put(members[i], members[i + 1]);
        }
        return all.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
