package io.oncegate.ratelimit;

/**
 * A method of a path, as policies and meters name it.
 *
 * @param path the template, {@code /v1/orders/{order_id}}
 * @param label both, {@code POST /v1/orders}
 */
record Route(String method, String path, String label) {

    private static final String OPERATORS = "/admin/";

    /** From {@code POST /v1/orders}. */
    static Route of(String label) {
        int space = label.indexOf(' ');
        return new Route(label.substring(0, space), label.substring(space + 1), label);
    }

    /** Whether only operators have something to do here. */
    boolean isForOperators() {
        return path.startsWith(OPERATORS);
    }
}
