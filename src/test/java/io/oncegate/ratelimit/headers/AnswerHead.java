package io.oncegate.ratelimit.headers;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** The head of an answer that nobody sends. */
final class AnswerHead {

    private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    private boolean written;

    HttpServerResponse response() {
        return (HttpServerResponse) Proxy.newProxyInstance(
                AnswerHead.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (response, method, arguments) -> switch (method.getName()) {
                    case "putHeader" -> {
                        headers.set(arguments[0].toString(), arguments[1].toString());
                        yield response;
                    }
                    case "headWritten" -> written;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    void send() {
        written = true;
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    boolean isEmpty() {
        return headers.isEmpty();
    }
}
