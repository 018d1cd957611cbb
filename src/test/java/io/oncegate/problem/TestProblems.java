package io.oncegate.problem;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.testsupport.Settings;

/** Lets the tests of other packages answer with problems. */
public final class TestProblems {
    private TestProblems() {}

    public static ProblemWriter writer() {
        return new ProblemWriter(new ObjectMapper(), Settings.of(ProblemConfig.class));
    }
}
