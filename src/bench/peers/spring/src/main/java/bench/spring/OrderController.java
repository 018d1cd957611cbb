package bench.spring;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /v1/orders}. */
@RestController
class OrderController {

    private final PlaceOrder placeOrder;
    private final JsonMapper json;

    OrderController(PlaceOrder placeOrder, JsonMapper json) {
        this.placeOrder = placeOrder;
        this.json = json;
    }

    // The body as bytes, since its fingerprint is taken of them.
    @PostMapping(path = "/v1/orders", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> place(
            HttpServletRequest request, @RequestAttribute(Gate.CALLER) Caller caller, @RequestBody byte[] body) {
        IdempotencyKey key = IdempotencyKey.of(request);
        return placeOrder.once(caller, key, Sha256.of(body), parsed(body)).toResponse();
    }

    private JsonNode parsed(byte[] body) {
        try {
            return json.readTree(body);
        } catch (StreamReadException e) {
            throw Refusal.of(HttpStatus.BAD_REQUEST, "malformed-request", "The body could not be read as JSON.");
        }
    }
}
