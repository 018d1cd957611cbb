package io.oncegate.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {
    static final String ROOT = "io.oncegate";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(new ImportOption.OnlyIncludeTests())
            .withImportOption(location -> !location.contains("/house/broken/"))
            .importPackages(ROOT);
    private static final JavaClasses SANDBOX = new ClassFileImporter().importPath(Path.of("target/sandbox-classes"));

    static Stream<ArchRule> rulesOfTheService() {
        return Stream.of(
                Rules.featuresImportWhatTheMapAllows(ROOT),
                Rules.packagesAreFreeOfCycles(ROOT),
                Rules.sqlStaysInStores(),
                Rules.jdbcStaysAtTheStart(),
                Rules.redisStaysInItsLeaves(),
                Rules.tracingStaysInItsLeaf(),
                Rules.leavesAreNotPublic(),
                Rules.nothingBlocksOnAUni(),
                Rules.timeComesFromAClock(),
                Rules.nothingIsInjectedIntoFields());
    }

    static Stream<ArchRule> rulesOfAllCode() {
        return Stream.of(Rules.typesAreNamedForWhatTheyAre(), Rules.methodsDoNotSayHowTheyWait());
    }

    @ParameterizedTest
    @MethodSource("rulesOfTheService")
    void theServiceIsBuiltAsDrawn(ArchRule rule) {
        rule.check(MAIN);
    }

    @ParameterizedTest
    @MethodSource("rulesOfAllCode")
    void allCodeIsNamedPlainly(ArchRule rule) {
        rule.check(MAIN);
        rule.check(TESTS);
        rule.check(SANDBOX);
    }

    @Test
    void testsWaitOnConditions() {
        Rules.nothingSleeps().check(TESTS);
    }
}
