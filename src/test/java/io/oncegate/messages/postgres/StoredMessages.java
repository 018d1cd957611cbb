package io.oncegate.messages.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.Messages;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Aftercare;
import io.oncegate.messages.dispatch.Outbox;
import io.oncegate.messages.dispatch.Taken;
import io.oncegate.messages.dispatch.Turn;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** The stores of messages on a real PostgreSQL, and what lies in their table. */
final class StoredMessages implements AutoCloseable {
    static final Duration LEASE = Duration.ofMinutes(1);
    static final Duration DAY = Duration.ofDays(1);

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final AtomicLong NUMBER = new AtomicLong();

    private final Database database;
    private final TestStatements storage;
    private final Outbox outbox;
    private final Aftercare aftercare;
    private final Messages messages;

    StoredMessages(Database database) {
        this.database = database;
        this.storage = TestStatements.on(database);
        this.outbox = new PgOutbox(storage.statements(), Settings.of(DispatchConfig.class));
        this.aftercare = new PgAftercare(storage.statements());
        this.messages = new PgMessages(storage.statements());
    }

    Outbox outbox() {
        return outbox;
    }

    Aftercare aftercare() {
        return aftercare;
    }

    Messages messages() {
        return messages;
    }

    Database database() {
        return database;
    }

    TestStatements storage() {
        return storage;
    }

    static Deadline soon() {
        return Deadline.in(LONG);
    }

    /** A gateway that no other test uses. */
    static String gateway() {
        return "gateway-" + NUMBER.incrementAndGet();
    }

    /** A message that waits for its turn; its id. */
    @CanIgnoreReturnValue
    String add(String gateway, String tenant, Priority priority) {
        var id = "01%024d".formatted(NUMBER.incrementAndGet());
        database.execute("""
                INSERT INTO messages (tenant_id, message_id, principal, recipient, body, segments, priority, status,
                    created_at, expires_at, gateway)
                VALUES (?, ?, 'default', '+4915112345678', 'hello', 1, ?, 'ready', now() - interval '2 minutes',
                    now() + interval '1 hour', ?)
                """, tenant, id, priority.wire(), gateway);
        return id;
    }

    /** Many of one tenant's that wait. */
    void addMany(String gateway, String tenant, Priority priority, int number) {
        database.execute("""
                INSERT INTO messages (tenant_id, message_id, principal, recipient, body, segments, priority, status,
                    created_at, expires_at, gateway, next_attempt_at)
                SELECT ?, '03' || lpad((? + n)::text, 24, '0'), 'default', '+4915112345678', 'hello', 1, ?, 'ready',
                    now(), now() + interval '1 hour', ?, now() - interval '1 hour' + n * interval '1 millisecond'
                FROM generate_series(1, ?) AS n
                """, tenant, NUMBER.addAndGet(number) - number, priority.wire(), gateway, number);
    }

    /** Changes a row behind everybody's back, as time would. */
    void change(String id, String assignments) {
        database.execute("UPDATE messages SET " + assignments + " WHERE message_id = ?", id);
    }

    Map<String, Object> row(String id) {
        var rows = database.query("SELECT * FROM messages WHERE message_id = ?", id);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    /** Takes with the same share for each priority. */
    List<Taken> take(String gateway, int each) {
        return take(
                gateway,
                Arrays.stream(Priority.values())
                        .map(priority -> new Turn.Share(priority, each, ""))
                        .toList());
    }

    List<Taken> take(String gateway, List<Turn.Share> shares) {
        return await(outbox.take(gateway, new Turn(shares), UUID.randomUUID(), soon()));
    }

    /** The only message of a gateway, taken. */
    Taken takeOnly(String gateway) {
        var taken = take(gateway, 1);
        assertThat(taken).hasSize(1);
        return taken.get(0);
    }

    /** A message that is being sent. */
    @CanIgnoreReturnValue
    Taken sending(String gateway, Duration recognised) {
        add(gateway, "acme", Priority.NORMAL);
        var taken = takeOnly(gateway);
        assertThat(send(taken, recognised)).isTrue();
        return taken;
    }

    boolean send(Taken taken, Duration recognised) {
        return await(outbox.sending(taken, LEASE, recognised, soon()));
    }

    boolean unknown(Taken taken) {
        return await(outbox.unknown(taken, "timeout", Duration.ZERO, soon()));
    }

    static String id(Taken taken) {
        return taken.message().id();
    }

    <T> T await(Uni<T> uni) {
        return uni.subscribeAsCompletionStage().join();
    }

    @Override
    public void close() {
        storage.close();
    }
}
