package bench.spring;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** An answer as it is stored and sent: a repeat gets these bytes, not a new rendering. */
record Answer(int status, String location, byte[] body, boolean replayed) {

    ResponseEntity<byte[]> toResponse() {
        var response = ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.LOCATION, location);
        if (replayed) {
            response.header("Idempotent-Replayed", "true");
        }
        return response.body(body);
    }
}
