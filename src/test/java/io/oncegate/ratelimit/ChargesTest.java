package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.FixedPolicies.limit;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Identity;
import io.oncegate.caller.Operator;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.ratelimit.Charges.Look;
import io.oncegate.ratelimit.decision.SubjectHash;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.request.TestRoutes;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is counted, by which policies, in which buckets and how much. */
class ChargesTest {
    private static final Route ORDER = Route.of("POST /v1/orders");
    private static final Route EXPORT = Route.of("GET /v1/orders/export");
    private static final Route MESSAGE = Route.of("POST /v1/messages");
    private static final Route PROFILE = Route.of("PUT /admin/v1/profile");

    private static final String NUMBER = "+4915112345678";

    private static final Caller SHOP = caller("acme", "shop");
    private static final Operator OPERATOR = new Operator("bootstrap");

    private final FixedPolicies policies = new FixedPolicies();

    private static Caller caller(String tenant, String principal) {
        return new Caller(tenant, principal, Plan.STANDARD, Scope.USUAL);
    }

    private static void withOneOfEachLevel(FixedPolicies policies) {
        for (Level level : Level.values()) {
            policies.with("p-" + level.wire(), level, limit(10, 1), Mode.ENFORCE);
        }
        policies.with("replay", Level.TENANT, limit(10, 1), Mode.ENFORCE);
    }

    private Charges charges() {
        return new Charges(policies, TestRoutes.all());
    }

    private List<String> namesAtTheDoor(Identity identity, Route route) {
        return names(charges().atTheDoor(identity, route));
    }

    private static List<String> names(List<LevelCharge> charges) {
        return charges.stream().map(charge -> charge.policy().name()).toList();
    }

    private String keyAtTheDoor(Level level, Identity identity, Route route) {
        policies.with("p", level, limit(10, 1), Mode.ENFORCE);
        return onlyKey(charges().atTheDoor(identity, route));
    }

    private static String onlyKey(List<LevelCharge> charges) {
        assertThat(charges).hasSize(1);
        return charges.get(0).key();
    }

    @Test
    void atTheDoorATenantsRequestPaysOneToEachOfItsLevels() {
        withOneOfEachLevel(policies);

        List<LevelCharge> paid = charges().atTheDoor(SHOP, ORDER);

        assertThat(names(paid)).containsExactly("p-client", "p-global", "p-route", "p-tenant", "p-tenant-route");
        assertThat(paid).allMatch(charge -> charge.cost() == 1 && charge.enforced());
    }

    @Test
    void theOperatorPaysAsOperatorOnlyAndIsNotKeptOutByAnOverload() {
        withOneOfEachLevel(policies);

        assertThat(namesAtTheDoor(OPERATOR, PROFILE)).containsExactly("p-operator");
    }

    @Test
    void aTenantsKeyThatMayOperatePaysBoth() {
        withOneOfEachLevel(policies);
        Caller both = new Caller("acme", "script", Plan.STANDARD, Set.of(Scope.OPERATOR));

        assertThat(namesAtTheDoor(both, PROFILE)).contains("p-operator", "p-client", "p-tenant");
        assertThat(namesAtTheDoor(both, ORDER)).doesNotContain("p-operator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/orders/export", "/v1/orders/export"})
    void aPolicyThatNamesRoutesCountsNoOthers(String named) {
        policies.with("export", Level.TENANT_ROUTE, limit(2, 1), Mode.ENFORCE, named);

        assertThat(namesAtTheDoor(SHOP, EXPORT)).containsExactly("export");
        assertThat(namesAtTheDoor(SHOP, ORDER)).isEmpty();
        assertThat(namesAtTheDoor(SHOP, Route.of("GET /v1/orders/{order_id}"))).isEmpty();
    }

    @Test
    void aMethodThatIsNotNamedIsNotCounted() {
        policies.with("writes", Level.CLIENT, limit(2, 1), Mode.ENFORCE, "POST /v1/orders");

        assertThat(namesAtTheDoor(SHOP, ORDER)).containsExactly("writes");
        assertThat(namesAtTheDoor(SHOP, Route.of("GET /v1/orders"))).isEmpty();
    }

    @Test
    void clientsOfATenantHaveBucketsOfTheirOwn() {
        String shop = keyAtTheDoor(Level.CLIENT, SHOP, ORDER);

        assertThat(shop).isEqualTo("rl:{acme}:v1:p:shop");
        assertThat(keyAtTheDoor(Level.CLIENT, caller("acme", "app"), ORDER)).isNotEqualTo(shop);
        assertThat(keyAtTheDoor(Level.CLIENT, caller("other", "shop"), ORDER)).isNotEqualTo(shop);
        assertThat(keyAtTheDoor(Level.CLIENT, SHOP, MESSAGE)).isEqualTo(shop);
    }

    @Test
    void clientsOfATenantShareItsBucket() {
        String acme = keyAtTheDoor(Level.TENANT, SHOP, ORDER);

        assertThat(acme).isEqualTo("rl:{acme}:v1:p:acme");
        assertThat(keyAtTheDoor(Level.TENANT, caller("acme", "app"), EXPORT)).isEqualTo(acme);
        assertThat(keyAtTheDoor(Level.TENANT, caller("other", "shop"), ORDER)).isNotEqualTo(acme);
    }

    @Test
    void aTenantHasABucketForEachRoute() {
        String orders = keyAtTheDoor(Level.TENANT_ROUTE, SHOP, ORDER);

        assertThat(orders).isEqualTo("rl:{acme}:v1:p:acme:POST%20%2Fv1%2Forders");
        assertThat(keyAtTheDoor(Level.TENANT_ROUTE, SHOP, MESSAGE)).isNotEqualTo(orders);
        assertThat(keyAtTheDoor(Level.TENANT_ROUTE, caller("acme", "app"), ORDER))
                .isEqualTo(orders);
        assertThat(keyAtTheDoor(Level.TENANT_ROUTE, caller("other", "shop"), ORDER))
                .isNotEqualTo(orders);
    }

    @Test
    void aRouteHasOneBucketForAllTenants() {
        String orders = keyAtTheDoor(Level.ROUTE, SHOP, ORDER);

        assertThat(orders).isEqualTo("rl:{~}:v1:p:POST%20%2Fv1%2Forders");
        assertThat(keyAtTheDoor(Level.ROUTE, caller("other", "app"), ORDER)).isEqualTo(orders);
        assertThat(keyAtTheDoor(Level.ROUTE, SHOP, MESSAGE)).isNotEqualTo(orders);
    }

    @Test
    void allTogetherHaveOneBucket() {
        String all = keyAtTheDoor(Level.GLOBAL, SHOP, ORDER);

        assertThat(keyAtTheDoor(Level.GLOBAL, caller("other", "app"), MESSAGE)).isEqualTo(all);
    }

    @Test
    void operatorsHaveBucketsByTheirNames() {
        String bootstrap = keyAtTheDoor(Level.OPERATOR, OPERATOR, PROFILE);

        assertThat(keyAtTheDoor(Level.OPERATOR, new Operator("another"), PROFILE))
                .isNotEqualTo(bootstrap);
        assertThat(keyAtTheDoor(Level.OPERATOR, OPERATOR, Route.of("GET /admin/v1/limits")))
                .isEqualTo(bootstrap);
    }

    @Test
    void aReplayPaysNothingButReplay() {
        withOneOfEachLevel(policies);

        List<LevelCharge> paid = charges().replay(SHOP, ORDER);

        assertThat(names(paid)).containsExactly("replay");
        assertThat(onlyKey(paid)).isEqualTo("rl:{acme}:v1:replay:acme");
        assertThat(onlyKey(charges().replay(caller("acme", "app"), MESSAGE))).isEqualTo(onlyKey(paid));
    }

    @Test
    void withoutThatPolicyAReplayIsFree() {
        assertThat(charges().replay(SHOP, ORDER)).isEmpty();
    }

    @Test
    void aBodyIsChargedToTheLevelsThatItCosts() {
        withOneOfEachLevel(policies);

        List<LevelCharge> paid = charges()
                .further(
                        SHOP,
                        MESSAGE,
                        List.of(Further.to(NUMBER), Further.more(Level.CLIENT, 2), Further.more(Level.TENANT, 0)));

        assertThat(names(paid)).containsExactly("p-recipient", "p-client");
        assertThat(paid).extracting(LevelCharge::cost).containsExactly(1L, 2L);
        assertThat(paid.get(1).key()).isEqualTo("rl:{acme}:v1:p-client:shop");
    }

    @Test
    void aBodyCostsNothingWhereNoPolicyCountsTheRoute() {
        policies.with("recipient", Level.RECIPIENT, limit(5, 1), Mode.ENFORCE, "POST /v1/messages");

        assertThat(charges().further(SHOP, ORDER, List.of(Further.to(NUMBER)))).isEmpty();
        assertThat(charges().further(SHOP, MESSAGE, List.of())).isEmpty();
    }

    @Test
    void aNumberIsCountedForEachTenantAndNeverWritten() {
        policies.with("recipient", Level.RECIPIENT, limit(5, 1), Mode.ENFORCE);

        String once = onlyKey(charges().further(SHOP, MESSAGE, List.of(Further.to(NUMBER))));

        assertThat(once).matches("rl:\\{acme}:v1:recipient:[0-9a-f]{16}");
        assertThat(onlyKey(charges().further(caller("acme", "app"), MESSAGE, List.of(Further.to(NUMBER)))))
                .isEqualTo(once);
        String ofAnother = onlyKey(charges().further(caller("other", "shop"), MESSAGE, List.of(Further.to(NUMBER))));
        assertThat(ofAnother.replace("other", "acme")).isNotEqualTo(once);
    }

    @Test
    void softModeRefusesForTheSameShareOfSubjectsEachTime() {
        // Given
        policies.with("p", Level.CLIENT, limit(10, 1), Mode.SOFT);
        List<Caller> many = IntStream.range(0, 400)
                .mapToObj(i -> caller("acme", "client-" + i))
                .toList();
        // When
        List<LevelCharge> first = many.stream()
                .flatMap(one -> charges().atTheDoor(one, ORDER).stream())
                .toList();
        // Then
        assertThat(first).allMatch(charge -> charge.enforced() == isInTheLowerHalf(charge.key()));
        assertThat(first.stream().filter(LevelCharge::enforced).count()).isBetween(150L, 250L);
        assertThat(many.stream()
                        .flatMap(one -> charges().atTheDoor(one, MESSAGE).stream())
                        .map(LevelCharge::enforced))
                .containsExactlyElementsOf(
                        first.stream().map(LevelCharge::enforced).toList());
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"SHADOW", "ENFORCE"})
    void theOtherModesTreatAllAlike(Mode mode) {
        policies.with("p", Level.CLIENT, limit(10, 1), mode);

        assertThat(IntStream.range(0, 50).mapToObj(i -> caller("acme", "client-" + i)))
                .allSatisfy(one -> assertThat(charges().atTheDoor(one, ORDER))
                        .allMatch(charge -> charge.enforced() == (mode == Mode.ENFORCE)));
    }

    @Test
    void aTenantSeesItsOwnLimitsAndTakesNothing() {
        withOneOfEachLevel(policies);

        List<Look> looks = charges().looks(SHOP);

        assertThat(looks).allMatch(look -> look.charge().cost() == 0);
        assertThat(looks.stream().filter(look -> look.route().isEmpty()).map(ChargesTest::name))
                .containsExactly("p-client", "p-tenant", "replay");
        assertThat(looks.stream()
                        .filter(look -> name(look).equals("p-tenant-route"))
                        .map(look -> look.route().orElseThrow()))
                .containsExactlyElementsOf(TestRoutes.all().labels());
        assertThat(looks).hasSize(3 + TestRoutes.all().labels().size());
    }

    @Test
    void whatIsLookedIntoIsWhatIsCharged() {
        withOneOfEachLevel(policies);
        List<String> looked =
                charges().looks(SHOP).stream().map(look -> look.charge().key()).toList();

        assertThat(charges().atTheDoor(SHOP, ORDER))
                .filteredOn(charge -> !charge.key().startsWith("rl:{~}"))
                .hasSize(3)
                .allSatisfy(charge -> assertThat(looked).contains(charge.key()));
    }

    @Test
    void theOperatorSeesItsOwnLimitOnly() {
        withOneOfEachLevel(policies);

        assertThat(charges().looks(OPERATOR).stream().map(ChargesTest::name)).containsExactly("p-operator");
    }

    private static boolean isInTheLowerHalf(String key) {
        return SubjectHash.of(key).compareTo("8") < 0;
    }

    private static String name(Look look) {
        return look.charge().policy().name();
    }
}
