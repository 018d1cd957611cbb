package io.oncegate.ratelimit.policy;

/** How much of every limit is granted at this moment; whoever knows how loaded the service is answers it. */
public interface Multiplier {

    /** In percent of what would be granted otherwise, 1..100. Answers from memory, on any thread. */
    int percent();
}
