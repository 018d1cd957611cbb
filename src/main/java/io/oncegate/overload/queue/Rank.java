package io.oncegate.overload.queue;

/**
 * Whom a request waits with.
 *
 * @param tenant whoever takes turns with the others of the class
 * @param weight how many of its requests are let in at a turn, at least 1
 */
public record Rank(ServiceClass serviceClass, String tenant, int weight) {

    /** The same tenant in another class. */
    Rank in(ServiceClass other) {
        return new Rank(other, tenant, weight);
    }
}
