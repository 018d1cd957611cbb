package io.oncegate.overload;

import io.oncegate.overload.queue.ServiceClass;
import io.vertx.core.MultiMap;

/**
 * A route, and how much it matters.
 *
 * @param path the template, {@code /v1/orders/{order_id}}
 */
record Entrance(String method, String path, ServiceClass serviceClass) {

    private static final String PRIORITY = "X-Priority";
    private static final String OPERATORS = "/admin/";

    /** Both, as configuration and meters name it: {@code POST /v1/orders}. */
    String route() {
        return method + " " + path;
    }

    boolean isForOperators() {
        return path.startsWith(OPERATORS);
    }

    /** A request says that it matters less, never that it matters more. */
    ServiceClass classOf(MultiMap headers) {
        return "low".equalsIgnoreCase(headers.get(PRIORITY)) ? ServiceClass.LOW : serviceClass;
    }
}
