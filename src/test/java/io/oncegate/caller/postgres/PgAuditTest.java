package io.oncegate.caller.postgres;

import static io.oncegate.caller.postgres.CallerStores.await;
import static io.oncegate.caller.postgres.CallerStores.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Plan;
import io.oncegate.caller.audit.Audit.Position;
import io.oncegate.caller.audit.AuditEntry;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PgAuditTest {

    private static final CallerStores STORES = new CallerStores();

    @BeforeAll
    static void fiveChangesInOneMicrosecond() {
        for (String tenant : List.of("a", "b", "c", "d", "e")) {
            assertThat(STORES.create(tenant, Plan.FREE)).isNotNull();
        }
    }

    @AfterAll
    static void close() {
        STORES.close();
    }

    @Test
    void goesOnAfterAnEntryOfTheSameMoment() {
        List<AuditEntry> first = after(new Position(CallerStores.NOW, ""), 2);
        List<AuditEntry> second =
                after(new Position(CallerStores.NOW, first.get(1).id()), 10);

        assertThat(first).extracting(AuditEntry::subject).containsExactly("a", "b");
        assertThat(second).extracting(AuditEntry::subject).containsExactly("c", "d", "e");
    }

    @Test
    void includesTheMomentItBeginsWith() {
        assertThat(after(new Position(CallerStores.NOW, ""), 10)).hasSize(5);
        assertThat(after(new Position(CallerStores.NOW.minusNanos(1000), ""), 10))
                .hasSize(5);
        assertThat(after(new Position(CallerStores.NOW.plusNanos(1000), ""), 10))
                .isEmpty();
    }

    private static List<AuditEntry> after(Position position, int most) {
        return await(STORES.audit.after(position, most, soon()));
    }
}
