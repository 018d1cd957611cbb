package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationTest {

    private static final String BOOTSTRAP = "the-operator's-own-key";
    private static final String READER = ApiKey.generate(new SecureRandom());
    private static final String OPERATING = ApiKey.generate(new SecureRandom());
    private static final String SUSPENDED = ApiKey.generate(new SecureRandom());
    private static final String UNKNOWN = ApiKey.generate(new SecureRandom());

    private static final Caller READS = new Caller("t", "app", Plan.VIP, Set.of(Scope.ORDERS_READ));
    private static final Caller OPERATES = new Caller("t", "ops", Plan.VIP, Set.of(Scope.OPERATOR));

    private final InMemoryCallers store = new InMemoryCallers();
    private final Authentication authentication = authentication(false);

    @BeforeEach
    void grant() {
        store.grant(READER, new Grant(READS, false, Duration.ofDays(1)));
        store.grant(OPERATING, new Grant(OPERATES, false, Duration.ofDays(1)));
        store.grant(SUSPENDED, new Grant(READS, true, Duration.ofDays(1)));
        store.grant(DemoKeys.STANDARD, new Grant(READS, false, Duration.ofDays(1)));
        store.grant(DemoKeys.VIP, new Grant(READS, false, Duration.ofDays(1)));
    }

    @Test
    void findsTheCallerOfAKey() {
        assertThat(identify(READER, Scope.ORDERS_READ)).isEqualTo(READS);
    }

    @Test
    void findsTheOperatorWithoutALookUp() {
        assertThat(identify(BOOTSTRAP, Scope.OPERATOR)).isEqualTo(new Operator("operator"));
        assertThat(store.lookUps()).isZero();
    }

    @Test
    void letsAKeyWithTheScopeOperate() {
        assertThat(identify(OPERATING, Scope.OPERATOR)).isEqualTo(OPERATES);
    }

    @ParameterizedTest
    @EnumSource(value = Scope.class, mode = EnumSource.Mode.EXCLUDE, names = "OPERATOR")
    void keepsTheOperatorFromWhatIsATenants(Scope scope) {
        assertThat(refusal(authentication, BOOTSTRAP, scope)).isEqualTo(ProblemType.FORBIDDEN);
    }

    @ParameterizedTest
    @EnumSource(value = Scope.class, mode = EnumSource.Mode.EXCLUDE, names = "ORDERS_READ")
    void keepsACallerFromWhatItsKeyDoesNotAllow(Scope scope) {
        assertThat(refusal(authentication, READER, scope)).isEqualTo(ProblemType.FORBIDDEN);
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void keepsASuspendedTenantFromEverything(Scope scope) {
        assertThat(refusal(authentication, SUSPENDED, scope)).isEqualTo(ProblemType.TENANT_SUSPENDED);
    }

    @Test
    void doesNotKnowAnUnknownKey() {
        assertThat(refusal(authentication, UNKNOWN, Scope.ORDERS_READ)).isEqualTo(ProblemType.UNAUTHENTICATED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "og_demo",
                "og_demo_vip",
                "og_demo_operator",
                "ogk_",
                "ogk_0123456789012345678901234567890123456",
                "the-operator's-own-kez",
                "the-operator's-own-key ",
                "' OR 1=1 --",
                "\u0000"
            })
    void refusesWhatIsNoKeyWithoutALookUp(String text) {
        assertThat(refusal(authentication, text, Scope.ORDERS_READ)).isEqualTo(ProblemType.UNAUTHENTICATED);
        assertThat(store.lookUps()).isZero();
    }

    @Test
    void refusesAnEndlessTextWithoutALookUp() {
        assertThat(refusal(authentication, "k".repeat(8000), Scope.ORDERS_READ)).isEqualTo(ProblemType.UNAUTHENTICATED);
        assertThat(store.lookUps()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"og_demo, ORDERS_READ", "og_demo_vip, ORDERS_READ", "og_demo_operator, OPERATOR"})
    void takesTheDemoKeysWhereThereIsADemo(String key, Scope scope) {
        Authentication demo = authentication(true);

        assertThat(identify(demo, key, scope)).isNotNull();
        assertThat(identify(demo, BOOTSTRAP, Scope.OPERATOR)).isNotNull();
    }

    @Test
    void refusesEveryCredentialWithTheSameWords() {
        String unknown =
                problem(authentication, UNKNOWN, Scope.ORDERS_READ).problem().detail();
        String garbage =
                problem(authentication, "x", Scope.ORDERS_READ).problem().detail();

        assertThat(unknown).isEqualTo(garbage).doesNotContain(UNKNOWN);
    }

    @Test
    void hasNoOperatorWithoutABootstrapKey() {
        Authentication nobody =
                new Authentication(new FixedKeys(Optional.empty(), false), new CachedCallers(store, 100, () -> 0));

        assertThat(refusal(nobody, BOOTSTRAP, Scope.OPERATOR)).isEqualTo(ProblemType.UNAUTHENTICATED);
    }

    private Authentication authentication(boolean demo) {
        return new Authentication(new FixedKeys(Optional.of(BOOTSTRAP), demo), new CachedCallers(store, 100, () -> 0));
    }

    private Identity identify(String key, Scope scope) {
        return identify(authentication, key, scope);
    }

    private static Identity identify(Authentication authentication, String key, Scope scope) {
        return authentication
                .identify(List.of(key), List.of(), Set.of(scope), () -> Deadline.in(Duration.ofSeconds(1)))
                .await()
                .indefinitely();
    }

    private static ProblemType refusal(Authentication authentication, String key, Scope scope) {
        return problem(authentication, key, scope).problem().type();
    }

    private static ProblemException problem(Authentication authentication, String key, Scope scope) {
        return catchThrowableOfType(ProblemException.class, () -> identify(authentication, key, scope));
    }
}
