package io.oncegate.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.idempotency.operation.RecordedResponse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;

/** Orders as bytes. What is recorded under a key and sent again is written here once, and never again. */
@ApplicationScoped
class OrderAnswers {

    private final ObjectMapper json;

    OrderAnswers(ObjectMapper json) {
        this.json = json;
    }

    /** To whoever placed it. */
    RecordedResponse created(Order order) {
        return response(201, order);
    }

    /** To whoever asks for an order that is there already. */
    RecordedResponse asItIs(Order order) {
        return response(200, order);
    }

    /** One order as JSON. */
    byte[] bytes(Order order) {
        try {
            return json.writeValueAsBytes(OrderView.of(order));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an order could not be written as JSON", e);
        }
    }

    private RecordedResponse response(int status, Order order) {
        return new RecordedResponse(
                status, MediaType.APPLICATION_JSON, OrderResource.PATH + "/" + order.id(), bytes(order));
    }
}
