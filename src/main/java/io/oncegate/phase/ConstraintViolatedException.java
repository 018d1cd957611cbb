package io.oncegate.phase;

/**
 * PostgreSQL refused a statement because of a constraint; nothing of it was done. Carries the constraint's name only:
 * PostgreSQL's own message quotes the values, which may be secret.
 */
public final class ConstraintViolatedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String constraint;

    ConstraintViolatedException(String constraint) {
        super("constraint " + constraint + " was violated", null, false, false);
        this.constraint = constraint;
    }

    /** The name in the schema. */
    public String constraint() {
        return constraint;
    }
}
