package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;

/** What no row of the tables that every request writes may ever be, by whoever writes it. Each has one sound row here. */
class InvariantsTest {

    private static final Database DATABASE =
            TestServers.shared().freshDatabase().migrate();

    private static final String CHECK_VIOLATION = "23514";

    @BeforeAll
    static void storeSoundRows() {
        DATABASE.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, response_code, response_headers, response_body, recovery_point, worker_token, expires_at)
                VALUES ('t', 'p', 'POST', '/v1/orders', 'k', sha256(''), 1,
                    'succeeded', 201, '{}', '', 'finished', gen_random_uuid(), now())""");
        DATABASE.execute("""
                INSERT INTO orders (tenant_id, order_id, principal, user_id, amount, currency, external_id,
                    external_id_held, status, created_at)
                VALUES ('t', '01M8QCKFY4EPJ3PRETQH3J404N', 'p', 'u', 1, 'EUR', 'e', 'e', 'created', now())""");
        DATABASE.execute("""
                INSERT INTO messages (tenant_id, message_id, principal, recipient, body, segments, priority, status,
                    created_at, expires_at)
                VALUES ('t', '01M8QCKFY4EPJ3PRETQH3J404N', 'p', '+4915112345678', '', 1, 'low', 'ready',
                    now(), now() + interval '1 hour')""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            idempotency_keys | key = ''                           | idempotency_keys_key_length
            idempotency_keys | key = repeat('k', 256)             | idempotency_keys_key_length
            idempotency_keys | body_sha256 = ''                   | idempotency_keys_fingerprint_length
            idempotency_keys | status = 'done'                    | idempotency_keys_status_known
            idempotency_keys | takeovers = -1                     | idempotency_keys_takeovers_counted
            idempotency_keys | expires_at = NULL                  | idempotency_keys_unfinished_never_expires
            idempotency_keys | locked_until = now()               | idempotency_keys_unfinished_has_a_lease
            idempotency_keys | response_code = NULL               | idempotency_keys_finished_has_its_answer
            idempotency_keys | response_headers = NULL            | idempotency_keys_finished_has_its_answer
            idempotency_keys | response_body = NULL               | idempotency_keys_finished_has_its_answer
            idempotency_keys | status = 'in_progress'             | idempotency_keys_unfinished_never_expires
            orders           | order_id = lower(order_id)         | orders_id_is_a_ulid
            orders           | user_id = ''                       | orders_user_id_length
            orders           | user_id = repeat('u', 65)          | orders_user_id_length
            orders           | amount = 0                         | orders_amount_range
            orders           | amount = 1000000000000             | orders_amount_range
            orders           | currency = 'eur'                   | orders_currency_form
            orders           | external_id = ''                   | orders_external_id_length
            orders           | external_id = 'other'              | orders_holds_only_its_own_external_id
            orders           | external_id = NULL                 | orders_holds_only_its_own_external_id
            orders           | description = repeat('d', 501)     | orders_description_length
            orders           | status = 'lost'                    | orders_status_known
            messages         | message_id = ''                    | messages_id_is_a_ulid
            messages         | recipient = '015112345678'         | messages_recipient_is_e164
            messages         | segments = 11                      | messages_segments_range
            messages         | priority = 'urgent'                | messages_priority_known
            messages         | status = 'lost'                    | messages_status_known
            messages         | attempts = -1                      | messages_attempts_counted
            messages         | expires_at = created_at            | messages_life_is_after_acceptance
            messages         | gateway = ''                       | messages_gateway_length
            messages         | checks = -1                        | messages_checks_counted
            messages         | locked_until = now()               | messages_held_has_a_lease
            messages         | status = 'sending'                 | messages_held_has_a_lease
            messages         | status = 'claimed', locked_until = now() | messages_held_has_its_worker
            messages         | next_check_at = now()              | messages_only_unknown_is_checked
            messages         | status = 'sent'                    | messages_ended_or_looked_after
            messages         | status = 'unknown'                 | messages_ended_or_looked_after
            messages         | ended_at = now()                   | messages_ended_or_looked_after
            messages         | body = NULL                        | messages_waiting_has_its_text
            """)
    void isHeldUnderItsOwnName(String table, String change, String invariant) throws SQLException {
        try (var connection = DATABASE.connect();
                var update = connection.prepareStatement("UPDATE %s SET %s".formatted(table, change))) {
            var violation = catchThrowableOfType(PSQLException.class, update::execute);

            assertThat(violation.getSQLState()).isEqualTo(CHECK_VIOLATION);
            assertThat(violation.getServerErrorMessage().getTable()).isEqualTo(table);
            assertThat(violation.getServerErrorMessage().getConstraint()).isEqualTo(invariant);
        }
    }

    /** Every CHECK is parsed for every statement: one for each of these tables. */
    @Test
    void areCheckedAtOnce() {
        var checks = DATABASE.query("""
                SELECT conname
                FROM pg_constraint
                WHERE contype = 'c' AND conrelid IN ('idempotency_keys'::regclass, 'orders'::regclass, 'messages'::regclass)""");

        assertThat(checks)
                .extracting(check -> check.get("conname"))
                .containsExactlyInAnyOrder("idempotency_keys_are_sound", "orders_are_sound", "messages_are_sound");
    }
}
