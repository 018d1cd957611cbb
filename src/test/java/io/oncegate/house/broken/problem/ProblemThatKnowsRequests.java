package io.oncegate.house.broken.problem;

import io.oncegate.house.broken.caller.postgres.PublicStore;

public class ProblemThatKnowsRequests {
    public PublicStore store;
}
