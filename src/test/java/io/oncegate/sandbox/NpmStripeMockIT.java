package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sandbox replays charges as another stand-in for Stripe does, one that others wrote: stripe-stateful-mock. */
@Tag("external")
class NpmStripeMockIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static NpmReport report;

    @BeforeAll
    static void run() {
        sandbox = LiveSandbox.start(temporary);
        report = NpmScript.run("charges.js", sandbox);
    }

    @AfterAll
    static void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @Test
    void bothAnswerEveryRowAlike() {
        assertThat(rows("sandbox")).containsExactlyElementsOf(rows("mock"));
    }

    @Test
    void theTableHasAnswersOfEveryKindAndReplaysOfThem() {
        assertThat(rows("mock")).extracting(row -> row.getInteger("status")).contains(200, 400, 402, 429, 500);
        assertThat(rows("mock"))
                .filteredOn(row -> row.getBoolean("replayed"))
                .extracting(row -> row.getInteger("status"))
                .contains(200, 402, 500);
    }

    @Test
    void theLedgerHoldsWhatTheMockSaysSucceeded() {
        var succeeded = rows("mock").stream()
                .filter(row -> row.getInteger("status") == 200)
                .map(row -> row.getInteger("charge"))
                .distinct()
                .count();

        assertThat(sandbox.charges((String) report.at("/order"))).isEqualTo((int) succeeded);
    }

    private static List<JsonObject> rows(String server) {
        return ((JsonArray) report.at("/" + server))
                .stream().map(JsonObject.class::cast).toList();
    }
}
