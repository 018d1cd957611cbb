package io.oncegate.messages.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.ApplyReceipt;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.Receipt.Kind;
import io.oncegate.messages.gateway.TestGateways;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HearReceiptTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";
    private static final Receipt RECEIPT = new Receipt(ID, Kind.DELIVERED, Optional.empty(), null);

    /** Two that share a secret, one with another, one that brings none, one that is inactive. */
    private final TestGateways gateways = new TestGateways(settings());

    private static Map<String, String> settings() {
        var settings = new HashMap<String, String>();
        for (var name : List.of("a", "b", "c", "silent", "inactive")) {
            gateway(settings, name, "dialect", "fake");
            gateway(settings, name, "secret", name.equals("c") ? "other" : "shared");
            gateway(settings, name, "url", "http://127.0.0.1:1");
            gateway(settings, name, "receipt-url", "https://us.example");
        }
        settings.remove("oncegate.messages.gateways.silent.receipt-url");
        settings.remove("oncegate.messages.gateways.inactive.url");
        return settings;
    }

    private static void gateway(Map<String, String> settings, String name, String member, String value) {
        settings.put("oncegate.messages.gateways." + name + "." + member, value);
    }

    @AfterEach
    void close() {
        gateways.close();
    }

    /** The messages that were given to one gateway each, and whoever was asked about them. */
    private static final class Given implements ApplyReceipt {
        private final Set<String> owners;
        private final List<String> asked = new ArrayList<>();

        Given(String... owners) {
            this.owners = Set.of(owners);
        }

        @Override
        public Uni<Boolean> apply(String gateway, Receipt receipt, Deadline deadline) {
            return Uni.createFrom().item(() -> {
                asked.add(gateway);
                return owners.contains(gateway);
            });
        }
    }

    @Test
    void aTokenTellsWhichGatewaysMayHaveBroughtIt() {
        var hear = new HearReceipt(gateways.gateways(), new Given());

        assertThat(hear.bringers(ID, ReceiptToken.of("shared", ID))).containsExactly("a", "b");
        assertThat(hear.bringers(ID, ReceiptToken.of("other", ID))).containsExactly("c");
        assertThat(hear.bringers(ID, ReceiptToken.of("none", ID))).isEmpty();
        assertThat(hear.bringers(ID, "")).isEmpty();
    }

    @Test
    void aReceiptConcernsTheGatewayThatWasGivenTheMessage() {
        var given = new Given("b");

        assertThat(heard(given, "a", "b")).isTrue();

        assertThat(given.asked).containsExactly("a", "b");
    }

    @Test
    void nobodyElseIsAskedOnceOneHasTheMessage() {
        var given = new Given("a", "b");

        assertThat(heard(given, "a", "b")).isTrue();

        assertThat(given.asked).containsExactly("a");
    }

    @Test
    void aReceiptForAMessageOfNoneIsNotHeard() {
        assertThat(heard(new Given("c"), "a", "b")).isFalse();
        assertThat(heard(new Given("c"))).isFalse();
    }

    private boolean heard(ApplyReceipt applying, String... bringers) {
        return new HearReceipt(gateways.gateways(), applying)
                .hear(List.of(bringers), RECEIPT, Deadline.in(PATIENCE))
                .await()
                .atMost(PATIENCE);
    }
}
