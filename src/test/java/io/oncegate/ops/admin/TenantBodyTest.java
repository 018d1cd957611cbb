package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.caller.Plan;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.TenantChange;
import io.oncegate.caller.tenants.TenantChange.Reference;
import io.oncegate.caller.tenants.TenantStatus;
import io.oncegate.ops.admin.TenantBody.Named;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantBodyTest {

    /** There are two accounts and two gateways, and one of each is active. */
    private static final TenantBody BODY = new TenantBody(
            new Named("payment account", Set.of("stripe", "yookassa")::contains, Set.of("stripe")::contains),
            new Named("message gateway", Set.of("http-json", "kannel")::contains, Set.of("kannel")::contains));

    @Test
    void asksForATenant() {
        assertThat(BODY.created(json("{'tenant_id':'a/б','plan':'vip','payment_provider':null,'more':1}")))
                .isEqualTo(new NewTenant("a/б", Plan.VIP, Optional.empty(), Optional.empty()));
    }

    @Test
    void asksForATenantWithPayments() {
        assertThat(BODY.created(json("{'tenant_id':'a','plan':'vip','payment_provider':'stripe'}")))
                .isEqualTo(new NewTenant("a", Plan.VIP, Optional.of("stripe"), Optional.empty()));
    }

    @Test
    void asksForATenantWithAGateway() {
        assertThat(BODY.created(json("{'tenant_id':'a','plan':'vip','message_gateway':'kannel'}")))
                .isEqualTo(new NewTenant("a", Plan.VIP, Optional.empty(), Optional.of("kannel")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'smpp'          | names no configured message gateway",
                "'Kannel'        | names no configured message gateway",
                "'stripe'        | names no configured message gateway",
                "'http-json'     | names a message gateway without credentials or address",
                "''              | must have 1 to 64 characters",
                "7               | must be a string"
            },
            quoteCharacter = '~')
    void saysWhyATenantCannotHaveAGateway(String gateway, String detail) {
        String tenant = "{'tenant_id':'a','plan':'vip','message_gateway':" + gateway + "}";
        String change = "{'message_gateway':" + gateway + "}";

        assertThat(errors(() -> BODY.created(json(tenant))))
                .containsExactly(new FieldError("/message_gateway", detail));
        assertThat(errors(() -> BODY.changed(json(change))))
                .containsExactly(new FieldError("/message_gateway", detail));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'paypal'        | names no configured payment account",
                "'Stripe'        | names no configured payment account",
                "'stripe '       | names no configured payment account",
                "'yookassa'      | names a payment account without credentials or address",
                "''              | must have 1 to 64 characters",
                "7               | must be a string"
            },
            quoteCharacter = '~')
    void saysWhyATenantCannotHaveAProvider(String provider, String detail) {
        String tenant = "{'tenant_id':'a','plan':'vip','payment_provider':" + provider + "}";
        String change = "{'payment_provider':" + provider + "}";

        assertThat(errors(() -> BODY.created(json(tenant))))
                .containsExactly(new FieldError("/payment_provider", detail));
        assertThat(errors(() -> BODY.changed(json(change))))
                .containsExactly(new FieldError("/payment_provider", detail));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                              | /tenant_id",
                "{'tenant_id':'','plan':'vip'}                   | /tenant_id",
                "{'tenant_id':'a\\u0000','plan':'vip'}           | /tenant_id",
                "{'tenant_id':'a\\u0085','plan':'vip'}           | /tenant_id",
                "{'tenant_id':'..','plan':'vip'}                 | /tenant_id",
                "{'tenant_id':7,'plan':'vip'}                    | /tenant_id",
                "{'tenant_id':'a'}                               | /plan",
                "{'tenant_id':'a','plan':'gold'}                 | /plan",
                "{'tenant_id':'a','plan':'vip','payment_provider':'paypal'} | /payment_provider",
                "{'tenant_id':'a','plan':'vip','message_gateway':'smpp'}    | /message_gateway",
                "[]                                              | ''"
            })
    void refusesToAskForATenantThatCannotBe(String body, String pointer) {
        assertThat(firstError(() -> BODY.created(json(body)))).isEqualTo(pointer);
    }

    @Test
    void refusesATenantIdThatIsTooLongOrHasLines() {
        for (String id : List.of("a".repeat(65), "a".repeat(10_240), "a\\nb", "a\\r\\nb")) {
            assertThat(firstError(() -> BODY.created(json("{'tenant_id':'" + id + "','plan':'vip'}"))))
                    .isEqualTo("/tenant_id");
        }
    }

    @Test
    void changesWhatItNames() {
        TenantChange change = BODY.changed(json("{'status':'suspended','payment_provider':null}"));

        assertThat(change)
                .isEqualTo(new TenantChange(
                        Optional.empty(),
                        Optional.of(TenantStatus.SUSPENDED),
                        Reference.to(Optional.empty()),
                        Reference.UNCHANGED));
    }

    @Test
    void changesTheProvider() {
        assertThat(BODY.changed(json("{'payment_provider':'stripe'}")).paymentProvider())
                .isEqualTo(Reference.to(Optional.of("stripe")));
        assertThat(BODY.changed(json("{}")).paymentProvider()).isEqualTo(Reference.UNCHANGED);
    }

    @Test
    void changesTheGateway() {
        assertThat(BODY.changed(json("{'message_gateway':'kannel'}")).messageGateway())
                .isEqualTo(Reference.to(Optional.of("kannel")));
        assertThat(BODY.changed(json("{'message_gateway':null}")).messageGateway())
                .isEqualTo(Reference.to(Optional.empty()));
        assertThat(BODY.changed(json("{}")).messageGateway()).isEqualTo(Reference.UNCHANGED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'status':'gone'}             | /status",
                "{'plan':''}                   | /plan",
                "{'payment_provider':'paypal'} | /payment_provider",
                "{'message_gateway':'smpp'}    | /message_gateway",
                "7                             | ''"
            })
    void refusesAChangeThatCannotBe(String body, String pointer) {
        assertThat(firstError(() -> BODY.changed(json(body)))).isEqualTo(pointer);
    }

    private static String firstError(ThrowingCallable reading) {
        return errors(reading).get(0).pointer();
    }

    private static List<FieldError> errors(ThrowingCallable reading) {
        return catchThrowableOfType(ProblemException.class, reading).problem().errors();
    }

    private static JsonNode json(String body) {
        return StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
