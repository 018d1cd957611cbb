package io.oncegate.idempotency.identity;

/**
 * Within what an idempotency key is unique. Two requests with equal scopes are the same request, or one of them is a
 * mistake.
 *
 * @param principal who called within the tenant
 * @param path the route template, so that all spellings of a path are one
 * @param key as the client sent it, or derived by the server
 */
public record KeyScope(String tenant, String principal, String method, String path, String key) {

    @Override
    public String toString() {
        return "KeyScope[" + method + " " + path + "]";
    }
}
