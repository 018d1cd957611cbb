package io.oncegate.problem;

/** Carries a {@link Problem} out of code that cannot return one. Cheap: it has no stack trace. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.type().slug() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** What the client is to be told. */
    public Problem problem() {
        return problem;
    }
}
