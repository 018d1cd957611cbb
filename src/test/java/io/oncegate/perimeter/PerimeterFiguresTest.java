package io.oncegate.perimeter;

import static io.oncegate.perimeter.ShippedConfiguration.number;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller meets the service's limits before the perimeter's: those know who is calling. */
class PerimeterFiguresTest {
    private static final Properties SHIPPED = read();

    /** For how many instances the files are written. */
    private static final int INSTANCES = 3;

    /** Of each instance. */
    private static final Limit OF_AN_ADDRESS = shipped("address");

    private static final Limit OF_A_CLIENT = shipped("client.plans.vip");

    /** What one of the service's policies ships with. */
    private record Limit(int capacity, int eachSecond) {}

    @ParameterizedTest
    @ValueSource(strings = {"writes_by_address", "reads_by_address"})
    void anAddressMayDoMoreThanTheServiceAllows(String zone) {
        assertThat(number("limit_req_zone", zone, "rate")).isGreaterThan(INSTANCES * OF_AN_ADDRESS.eachSecond());
        assertThat(number("limit_req", zone, "burst")).isGreaterThan(INSTANCES * OF_AN_ADDRESS.capacity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"writes_by_customer", "reads_by_customer"})
    void aCustomerMayDoMoreThanTheLargestPlanAllows(String zone) {
        assertThat(number("limit_req_zone", zone, "rate")).isGreaterThan(OF_A_CLIENT.eachSecond());
        assertThat(number("limit_req", zone, "burst")).isGreaterThan(OF_A_CLIENT.capacity());
    }

    @Test
    void readsMayComeInLargerBurstsThanWrites() {
        assertThat(number("limit_req", "reads_by_address", "delay"))
                .isGreaterThan(number("limit_req", "writes_by_address", "burst"));
        assertThat(number("limit_req", "reads_by_customer", "delay"))
                .isGreaterThan(number("limit_req", "writes_by_customer", "burst"));
    }

    private static Limit shipped(String policy) {
        var prefix = "oncegate.rate-limit.policies." + policy;
        var refill = SHIPPED.getProperty(prefix + ".refill");
        assertThat(refill).endsWith("/s");
        return new Limit(
                Integer.parseInt(SHIPPED.getProperty(prefix + ".capacity")),
                Integer.parseInt(refill.substring(0, refill.length() - "/s".length())));
    }

    private static Properties read() {
        try (var file = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            var properties = new Properties();
            properties.load(file);
            return properties;
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
