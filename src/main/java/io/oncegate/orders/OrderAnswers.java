package io.oncegate.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemWriter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;

/** Orders as bytes. What is recorded under a key and sent again is written here once, and never again. */
@ApplicationScoped
public class OrderAnswers {

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;

    private final ObjectMapper json;
    private final ProblemWriter problems;

    OrderAnswers(ObjectMapper json, ProblemWriter problems) {
        this.json = json;
        this.problems = problems;
    }

    /** To whoever placed it. */
    public RecordedResponse created(Order order) {
        return response(CREATED, order);
    }

    /** To whoever asks for an order that is there already. */
    RecordedResponse asItIs(Order order) {
        return response(OK, order);
    }

    /** While the outcome of its payment is not known. Recorded nowhere. */
    public RecordedResponse open(Order order) {
        return response(ACCEPTED, order);
    }

    /** To whoever placed an order whose payment moved no money, for good; {@code requestId} is the request that did. */
    public RecordedResponse failed(Order order, Problem problem, String requestId) {
        return new RecordedResponse(
                problem.status(),
                ProblemWriter.MEDIA_TYPE,
                null,
                problems.body(problem.with("order_id", order.id()), requestId));
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
