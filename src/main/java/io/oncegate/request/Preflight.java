package io.oncegate.request;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** The question that a browser asks before a cross-origin call (Fetch, section 3.2.2). */
public final class Preflight {

    private Preflight() {}

    /** Whether this request is one. */
    public static boolean is(HttpServerRequest request) {
        MultiMap headers = request.headers();
        return request.method().equals(HttpMethod.OPTIONS)
                && headers.contains(HttpHeaders.ORIGIN)
                && headers.contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    }
}
