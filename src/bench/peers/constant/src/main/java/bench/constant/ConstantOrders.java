package bench.constant;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import org.jboss.resteasy.reactive.ResponseStatus;

/** Reads each order and answers the same to all. */
@Path("/v1/orders")
public class ConstantOrders {

    // What the service answers to the benchmark's order, as many bytes.
    private static final byte[] ANSWER = """
            {"order_id":"01KB3V6Q2M8Z4T9XWJ5R7N1PDC","status":"created","user_id":"user-1","amount":1999,\
            "currency":"EUR","created_at":"2026-01-01T12:00:00.000Z"}""".getBytes(StandardCharsets.UTF_8);

    // On the event loop: there is nothing here to wait for.
    @POST
    @NonBlocking
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @ResponseStatus(201)
    public byte[] place(byte[] body) {
        return ANSWER;
    }
}
