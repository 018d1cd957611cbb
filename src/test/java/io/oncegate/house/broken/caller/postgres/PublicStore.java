package io.oncegate.house.broken.caller.postgres;

import io.oncegate.house.broken.problem.ProblemThatKnowsRequests;

public class PublicStore {
    public ProblemThatKnowsRequests problem;
}
