package io.oncegate.overload.queue;

/**
 * Deficit round robin between two flows whose entries all cost one: each turn of a flow is as many entries as its
 * quantum. Where one flow has nothing, the other has everything, and neither saves up.
 */
final class Turns {

    private final int quantumOfFirst;
    private final int quantumOfSecond;
    private boolean first = true;
    private int left;

    Turns(int quantumOfFirst, int quantumOfSecond) {
        this.quantumOfFirst = quantumOfFirst;
        this.quantumOfSecond = quantumOfSecond;
        this.left = quantumOfFirst;
    }

    /** Whether the first flow is next; one of them must have something. */
    boolean takeFirst(boolean firstHasSome, boolean secondHasSome) {
        if (!firstHasSome || !secondHasSome) {
            first = true;
            left = quantumOfFirst;
            return firstHasSome;
        }
        if (left == 0) {
            first = !first;
            left = first ? quantumOfFirst : quantumOfSecond;
        }
        left--;
        return first;
    }
}
