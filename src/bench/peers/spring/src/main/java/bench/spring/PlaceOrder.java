package bench.spring;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Places an order once for each key. */
@Service
class PlaceOrder {

    private final IdempotencyKeys keys;
    private final Orders orders;
    private final JsonMapper json;

    PlaceOrder(IdempotencyKeys keys, Orders orders, JsonMapper json) {
        this.keys = keys;
        this.orders = orders;
        this.json = json;
    }

    /**
     * The claim, the order and the answer are committed together, so there is no state between them. Whoever comes
     * second with a key waits at the claim for the first one's commit, and then replays. A refusal rolls the claim
     * back.
     */
    @Transactional
    Answer once(Caller caller, IdempotencyKey key, byte[] fingerprint, JsonNode body) {
        if (!keys.claim(caller, key, fingerprint)) {
            return keys.replay(caller, key, fingerprint);
        }
        Order order = Order.from(asked(body).validated());
        Answer answer = new Answer(HttpStatus.CREATED.value(), order.path(), json.writeValueAsBytes(order), false);
        orders.insert(caller, order);
        keys.finish(caller, key, answer);
        return answer;
    }

    private NewOrder asked(JsonNode body) {
        try {
            return json.treeToValue(body, NewOrder.class);
        } catch (DatabindException e) {
            throw Refusal.of(
                    HttpStatus.UNPROCESSABLE_ENTITY, "validation-failed", "A member of the order has a wrong type.");
        }
    }
}
