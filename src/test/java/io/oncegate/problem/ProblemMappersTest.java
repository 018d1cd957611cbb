package io.oncegate.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.problem.Problem.FieldError;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What bean validation finds wrong with a resource's parameters, as a client reads it. */
class ProblemMappersTest {
    private static final ValidatorFactory FACTORY = Validation.buildDefaultValidatorFactory();
    private static final Validator VALIDATOR = FACTORY.getValidator();

    @AfterAll
    static void close() {
        FACTORY.close();
    }

    @Test
    void aMemberOfTheBodyIsNamedWithoutMethodAndParameter() {
        assertThat(pointers("place", body(0, List.of(), Map.of()))).containsExactly("/amount");
    }

    @Test
    void elementsOfListsAndMapsAreSegments() {
        // Given
        var items = Arrays.asList(new Item(1, "x"), new Item(0, "x"), new Item(1, null));
        var notes = Map.of("a/b~c", new Item(-1, "x"));

        // When
        var pointers = pointers("place", body(1, items, notes));

        // Then
        assertThat(pointers).containsExactly("/items/1/price", "/items/2/name", "/notes/a~1b~0c/price");
    }

    @Test
    void anElementThatIsNoObjectIsNamedByItsIndex() {
        assertThat(pointers("tag", Arrays.asList("x", null))).containsExactly("/1");
    }

    @Test
    void anElementOfASetIsNamedByItsMembersOnly() {
        assertThat(pointers("keep", new LinkedHashSet<>(Set.of(new Item(0, "x")))))
                .containsExactly("/price");
    }

    @Test
    void aWholeParameterIsNamedByItself() {
        assertThat(pointers("list", 101)).containsExactly("/limit");
        assertThat(pointers("place", (Object) null)).containsExactly("/body");
    }

    @Test
    void eachErrorSaysWhatIsWrong() {
        assertThat(errors("list", 101)).containsExactly(new FieldError("/limit", "must be at most 100"));
    }

    private static List<String> pointers(String method, Object argument) {
        return errors(method, argument).stream().map(FieldError::pointer).toList();
    }

    private static List<FieldError> errors(String method, Object argument) {
        var called = Arrays.stream(Resource.class.getDeclaredMethods())
                .filter(declared -> declared.getName().equals(method))
                .findFirst()
                .orElseThrow();
        var violations = VALIDATOR.forExecutables().validateParameters(new Resource(), called, new Object[] {argument});
        return ProblemMappers.errors(new ConstraintViolationException(violations));
    }

    private static Body body(int amount, List<Item> items, Map<String, Item> notes) {
        return new Body(amount, items, notes);
    }

    record Item(@Positive int price, @NotNull String name) {}

    record Body(@Positive int amount, List<@Valid Item> items, Map<String, @Valid Item> notes) {}

    @SuppressWarnings("unused") // only what is declared of it counts
    static class Resource {
        void place(@NotNull @Valid Body body) {}

        void tag(List<@NotNull String> tags) {}

        void keep(Set<@Valid Item> items) {}

        void list(@Max(value = 100, message = "must be at most 100") int limit) {}
    }
}
