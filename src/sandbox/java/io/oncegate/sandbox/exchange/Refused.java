package io.oncegate.sandbox.exchange;

/** A request is found wanting before anything of it is executed. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    public Refused(Reply reply) {
        super(reply.body(), null, false, false);
        this.reply = reply;
    }

    /** What its sender is told. */
    public Reply reply() {
        return reply;
    }
}
