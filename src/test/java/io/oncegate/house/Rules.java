package io.oncegate.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.temporal.Temporal;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What holds for every class. A rule may find nothing to look at: features come one by one. */
final class Rules {
    /** Packages named after a technology or a provider: their feature knows them by a port only. */
    private static final String[] LEAVES = {
        "..postgres",
        "..redis",
        "..local",
        "..http",
        "..httpjson",
        "..kannel",
        "..keyless",
        "..opentelemetry",
        "..stripe",
        "..yookassa",
        "..tbank"
    };

    private static final String[] SQL = {
        "io.vertx.sqlclient..", "io.vertx.mutiny.sqlclient..", "io.vertx.pgclient..", "io.vertx.mutiny.pgclient.."
    };

    private static final String[] JDBC = {"java.sql..", "javax.sql..", "org.postgresql.."};

    private static final String[] REDIS = {"io.vertx.redis..", "io.vertx.mutiny.redis..", "io.quarkus.redis.."};

    private static final String[] OPENTELEMETRY = {"io.opentelemetry.."};

    private Rules() {}

    static ArchRule featuresImportWhatTheMapAllows(String root) {
        return classes().should(new ImportMap(root)).allowEmptyShould(true);
    }

    static ArchRule packagesAreFreeOfCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
    }

    static ArchRule sqlStaysInStores() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("..postgres..", "..phase..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SQL)
                .allowEmptyShould(true);
    }

    /** It blocks: the start may wait, before the first request, and nothing else may. */
    static ArchRule jdbcStaysAtTheStart() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("..phase..", "..runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JDBC)
                .allowEmptyShould(true);
    }

    static ArchRule redisStaysInItsLeaves() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("..redis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(REDIS)
                .allowEmptyShould(true);
    }

    /** Work is told of by a port, which costs nothing where nobody listens. */
    static ArchRule tracingStaysInItsLeaf() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("..opentelemetry..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(OPENTELEMETRY)
                .allowEmptyShould(true);
    }

    static ArchRule leavesAreNotPublic() {
        return classes()
                .that()
                .resideInAnyPackage(LEAVES)
                .and()
                .areTopLevelClasses()
                .should()
                .notBePublic()
                .allowEmptyShould(true);
    }

    static ArchRule nothingBlocksOnAUni() {
        return noClasses()
                .should()
                .accessTargetWhere(targets(Uni.class, "await"))
                .allowEmptyShould(true);
    }

    static ArchRule timeComesFromAClock() {
        var now = access(
                "the wall clock",
                target -> (target.getOwner().isAssignableTo(Temporal.class)
                                && target.getName().equals("now")
                                && isWithoutArguments(target))
                        || (target.getOwner().isEquivalentTo(Clock.class)
                                && target.getName().startsWith("system"))
                        || (target.getOwner().isEquivalentTo(System.class)
                                && target.getName().equals("currentTimeMillis"))
                        || (target.getOwner().isEquivalentTo(Date.class) && isWithoutArguments(target)));
        return noClasses()
                .that()
                .resideOutsideOfPackage("..runtime..")
                .should()
                .accessTargetWhere(now)
                .allowEmptyShould(true);
    }

    static ArchRule nothingIsInjectedIntoFields() {
        return noFields()
                .should()
                .beAnnotatedWith(Inject.class)
                .orShould()
                .beAnnotatedWith(ConfigProperty.class)
                .allowEmptyShould(true);
    }

    static ArchRule nothingSleeps() {
        return noClasses()
                .should()
                .accessTargetWhere(targets(Thread.class, "sleep")
                        .or(targets(TimeUnit.class, "sleep"))
                        .or(targets(LockSupport.class, "parkNanos")))
                .allowEmptyShould(true);
    }

    static ArchRule typesAreNamedForWhatTheyAre() {
        return noClasses()
                .should(be(simpleNameEndingWith("Impl")
                        .or(simpleNameEndingWith("Manager"))
                        .or(simpleNameEndingWith("Helper"))
                        .or(simpleNameEndingWith("Util"))
                        .or(simpleNameEndingWith("Utils"))
                        .or(simpleNameEndingWith("Service"))
                        .or(resideInAPackage("..common.."))
                        .or(resideInAPackage("..util.."))))
                .allowEmptyShould(true);
    }

    static ArchRule methodsDoNotSayHowTheyWait() {
        return noMethods().should().haveNameMatching(".*Async").allowEmptyShould(true);
    }

    private static boolean isWithoutArguments(AccessTarget target) {
        return target instanceof AccessTarget.CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().isEmpty();
    }

    private static DescribedPredicate<JavaAccess<?>> targets(Class<?> owner, String name) {
        return access(
                owner.getSimpleName() + "." + name,
                target -> target.getOwner().isAssignableTo(owner)
                        && target.getName().equals(name));
    }

    private static DescribedPredicate<JavaAccess<?>> access(String description, Predicate<AccessTarget> condition) {
        return DescribedPredicate.describe("target is " + description, access -> condition.test(access.getTarget()));
    }
}
