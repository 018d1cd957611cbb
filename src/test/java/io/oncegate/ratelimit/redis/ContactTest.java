package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ContactTest {
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final Contact contact = new Contact(now::get);

    @Test
    void wasNeverLostAtFirst() {
        contact.answered();

        assertThat(contact.isLost()).isFalse();
        assertThat(now.get() - contact.sinceNanos()).isGreaterThan(Long.MAX_VALUE / 4);
    }

    @Test
    void isFoundAtEachMomentWhileItIsLost() {
        contact.lost();
        now.addAndGet(5);

        assertThat(contact.isLost()).isTrue();
        assertThat(contact.sinceNanos()).isEqualTo(now.get());
    }

    @Test
    void isFoundByTheFirstAnswerAndNotByLaterOnes() {
        contact.lost();
        now.addAndGet(5);
        contact.answered();
        var found = now.get();
        now.addAndGet(5);
        contact.answered();

        assertThat(contact.isLost()).isFalse();
        assertThat(contact.sinceNanos()).isEqualTo(found);
    }
}
