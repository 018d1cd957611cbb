package io.oncegate.caller;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.ws.rs.HttpMethod;

/** A method without either annotation answers nobody; here that is found before anyone asks. */
@AnalyzeClasses(packages = "io.oncegate", importOptions = ImportOption.DoNotIncludeTests.class)
class EveryOperationSaysWhoMayCallTest {

    @ArchTest
    static final ArchRule everyOperationSaysWhoMayCall = methods()
            .that()
            .areMetaAnnotatedWith(HttpMethod.class)
            .should()
            .beAnnotatedWith(RequiresScope.class)
            .orShould()
            .beAnnotatedWith(WithoutCredential.class);
}
