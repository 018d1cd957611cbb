package io.oncegate.messages.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.wire.JsonBody;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Requests of somebody who proves itself by a token. */
public final class Bearer {

    private static final byte[] NO_BODY = {};

    private final String authorization;

    /** {@code token} as the gateway gave it out. */
    public Bearer(String token) {
        this.authorization = "Bearer " + token;
    }

    /** Asks for what is there. */
    public OutboundRequest get(String target) {
        return new OutboundRequest("GET", target, Map.of("Authorization", authorization), NO_BODY);
    }

    /** Hands an object over; equal ones give equal bytes. */
    public OutboundRequest post(String target, ObjectNode body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", JsonBody.TYPE);
        headers.put("Authorization", authorization);
        return new OutboundRequest("POST", target, Collections.unmodifiableMap(headers), JsonBody.bytes(body));
    }
}
