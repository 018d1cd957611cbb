package io.oncegate.idempotency.postgres;

import io.oncegate.idempotency.KeyRow;
import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Between rows of {@code idempotency_keys} and what they mean. */
final class KeyRows {

    private static final String CONTENT_TYPE = "Content-Type";
    static final String LOCATION = "Location";

    private KeyRows() {}

    static KeyRow read(Row row) {
        return new KeyRow(
                new Fingerprint(
                        row.getInteger("fingerprint_version"),
                        row.getBuffer("body_sha256").getBytes()),
                KeyStatus.of(row.getString("status")),
                row.getUUID("worker_token"),
                row.getString("recovery_point"),
                row.getString("resource_id"),
                response(row),
                row.getInteger("takeovers"),
                row.getOffsetDateTime("created_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("expires_at")).map(OffsetDateTime::toInstant),
                Duration.ofMillis(row.getLong("age_ms")),
                Duration.ofMillis(Optional.ofNullable(row.getLong("lease_ms")).orElse(0L)),
                Optional.ofNullable(row.getLong("life_ms")).map(Duration::ofMillis));
    }

    private static Optional<RecordedResponse> response(Row row) {
        JsonObject headers = row.getJsonObject("response_headers");
        if (headers == null) {
            return Optional.empty();
        }
        return Optional.of(new RecordedResponse(
                row.getInteger("response_code"),
                headers.getString(CONTENT_TYPE),
                headers.getString(LOCATION),
                row.getBuffer("response_body").getBytes()));
    }

    static JsonObject headers(RecordedResponse response) {
        JsonObject headers = new JsonObject().put(CONTENT_TYPE, response.contentType());
        @Nullable String location = response.location();
        return location == null ? headers : headers.put(LOCATION, location);
    }
}
