package io.oncegate.webhooks;

/**
 * Whoever sends webhooks under one name.
 *
 * @param name of the account or gateway
 * @param acknowledgement what it waits for as the body of a 200, as {@code text/plain}
 */
record Source(String name, Trust trust, String acknowledgement, Teller teller) {

    boolean isClosed() {
        return trust instanceof Trust.Closed;
    }
}
