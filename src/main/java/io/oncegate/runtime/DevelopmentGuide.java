package io.oncegate.runtime;

import io.oncegate.caller.DemoKeys;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** What development mode tells whoever started it: where everything is, the demo's keys, and requests to paste. */
final class DevelopmentGuide {

    /** The name under which the address of whoever plays the providers is told. */
    static final String SANDBOX = "Sandbox";

    private static final String LINE = "  %-13s %s%n";

    private final StringBuilder text = new StringBuilder();

    /**
     * The whole text. An order is paid in it where there is a {@link #SANDBOX} to pay it.
     *
     * @param servers addresses of what the service leans on, by name
     * @param demo whether the demo's keys are taken
     */
    static String of(URI api, URI management, Map<String, String> servers, boolean demo) {
        DevelopmentGuide guide = new DevelopmentGuide();
        guide.text.append("%nOncegate runs in development mode.%n%n".formatted());
        guide.line("API", api + "/v1");
        guide.line("OpenAPI", api + "/q/openapi");
        guide.line("Swagger UI", api + "/q/swagger-ui");
        guide.line("Health", management + "/q/health");
        guide.line("Metrics", management + "/q/metrics");
        servers.forEach(guide::line);
        if (demo) {
            guide.demo(api);
            Optional.ofNullable(servers.get(SANDBOX)).ifPresent(sandbox -> guide.payment(api, sandbox));
        }
        return guide.text.toString();
    }

    /** A request that places an order, as one command of a shell. */
    static String order(URI api) {
        return """
                curl -i %s/v1/orders \\
                  -H 'X-Api-Key: %s' \\
                  -H 'Idempotency-Key: my-first-order' \\
                  -H 'Content-Type: application/json' \\
                  -d '{"user_id":"user-17","amount":1999,"currency":"EUR"}'
                """.formatted(api, DemoKeys.STANDARD);
    }

    /** An order whose provider charges and then breaks the connection, sent ten times, as one command of a shell. */
    static String paidOrder(URI api) {
        return """
                for i in $(seq 10); do
                  curl --silent --write-out ' %%{http_code}\\n' %s/v1/orders \\
                    --header 'X-Api-Key: %s' \\
                    --header 'Idempotency-Key: my-first-payment' \\
                    --header 'Content-Type: application/json' \\
                    --data '{"user_id":"user-17","amount":1999,"currency":"EUR","payment":{"method":"sandbox:apply_then_drop"}}'
                  sleep 0.5
                done
                """.formatted(api, DemoKeys.STANDARD);
    }

    private void demo(URI api) {
        line("API key", DemoKeys.STANDARD + " (tenant demo, plan standard)");
        line("API key", DemoKeys.VIP + " (tenant demo-vip, plan vip)");
        line("Operator key", DemoKeys.OPERATOR);
        text.append("%nPlace an order. Paste it twice: the second answer is a replay of the first.%n%n".formatted());
        text.append(order(api));
    }

    private void payment(URI api, String sandbox) {
        text.append("%nHave one paid by a provider that charges and then breaks the connection, ten times over.%n"
                .formatted());
        text.append("One charge is all that %s shows.%n%n".formatted(sandbox));
        text.append(paidOrder(api));
    }

    private void line(String name, String value) {
        text.append(LINE.formatted(name, value));
    }
}
