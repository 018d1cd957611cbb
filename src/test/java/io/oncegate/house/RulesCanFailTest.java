package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule finds the place in {@code broken} that was written against it. */
class RulesCanFailTest {
    private static final String ROOT = "io.oncegate.house.broken";
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(ROOT);

    static Stream<Arguments> rules() {
        return Stream.of(
                Arguments.of(Rules.featuresImportWhatTheMapAllows(ROOT), "RequestThatKnowsProblems"),
                Arguments.of(Rules.packagesAreFreeOfCycles(ROOT), "ProblemThatKnowsRequests"),
                Arguments.of(Rules.sqlStaysInStores(), "RequestThatKnowsProblems"),
                Arguments.of(Rules.jdbcStaysAtTheStart(), "DataSource"),
                Arguments.of(Rules.tracingStaysInItsLeaf(), "Tracer"),
                Arguments.of(Rules.leavesAreNotPublic(), "PublicStore"),
                Arguments.of(Rules.nothingBlocksOnAUni(), "blocks"),
                Arguments.of(Rules.timeComesFromAClock(), "currentTimeMillis"),
                Arguments.of(Rules.timeComesFromAClock(), "Instant.now()"),
                Arguments.of(Rules.timeComesFromAClock(), "Clock.systemUTC()"),
                Arguments.of(Rules.nothingIsInjectedIntoFields(), "injected"),
                Arguments.of(Rules.nothingSleeps(), "Thread.sleep"),
                Arguments.of(Rules.typesAreNamedForWhatTheyAre(), "ThingHelper"),
                Arguments.of(Rules.methodsDoNotSayHowTheyWait(), "readAsync"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void findsWhatWasBrokenOnPurpose(ArchRule rule, String trace) {
        var report = rule.evaluate(BROKEN).getFailureReport();

        assertThat(report.getDetails()).anySatisfy(detail -> assertThat(detail).contains(trace));
    }
}
