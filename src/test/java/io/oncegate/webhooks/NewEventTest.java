package io.oncegate.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.webhooks.signature.Proof;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** By what a repeat is known. */
class NewEventTest {
    private static final Proof NO_ID = new Proof(Optional.empty());

    private static NewEvent event(Proof proof, About about, String body) {
        return NewEvent.of("id", "account", proof, about, body.getBytes(UTF_8));
    }

    private static About about(String eventId, String type, String object) {
        return new About(Optional.ofNullable(eventId), type, Optional.ofNullable(object));
    }

    @Test
    void theIdThatWasSignedGoesBeforeTheOneInTheBody() {
        assertThat(event(new Proof(Optional.of("msg_1")), about("evt_1", "t", "o"), "x")
                        .key())
                .isEqualTo("msg_1");
        assertThat(event(NO_ID, about("evt_1", "t", "o"), "x").key()).isEqualTo("evt_1");
    }

    @Test
    void withoutAnIdItIsWhatItIsAboutAndTheBodysHash() {
        var one = event(NO_ID, about(null, "CONFIRMED", "13660"), "x");
        var again = event(NO_ID, about(null, "CONFIRMED", "13660"), "x");
        var other = event(NO_ID, about(null, "CONFIRMED", "13660"), "y");

        assertThat(one.key()).matches("13660 CONFIRMED [0-9a-f]{64}").isEqualTo(again.key());
        assertThat(other.key()).isNotEqualTo(one.key());
        assertThat(event(NO_ID, About.NOTHING, "x").key()).matches("- - [0-9a-f]{64}");
    }

    @Test
    void whatNoSenderUsesBecomesAKeyThatCanBeStored() {
        var strange = "\u0000" + "x".repeat(5000) + "\ud800";
        var event = event(NO_ID, about(strange, strange, strange), "x");

        assertThat(event.key()).matches("sha256 [0-9a-f]{64}");
        assertThat(event.type()).hasSize(100).startsWith("?x");
        assertThat(event.objectId()).hasSize(255).startsWith("?x");
        assertThat(event(NO_ID, about(null, strange, strange), "x").key()).matches("- - [0-9a-f]{64}");
        assertThat(event(NO_ID, about("an id", "t", "o"), "x").key()).startsWith("sha256 ");
    }
}
