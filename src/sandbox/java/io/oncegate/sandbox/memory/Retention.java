package io.oncegate.sandbox.memory;

/** How many things of one kind are kept before the oldest is forgotten. */
public final class Retention {
    private static final int MOST = 100_000;
    private static final int MOST_SMALL = 1_000_000;

    /** No kind of thing takes more of the heap than this part of it. */
    private static final int PART_OF_HEAP = 8;

    /** An object of a provider, or an answer stored under a key. */
    private static final int BYTES_EACH = 2048;

    /** An entry of the ledger. */
    private static final int BYTES_EACH_SMALL = 256;

    private Retention() {}

    /** Objects and stored answers: 100 000 of them, in a small heap fewer. */
    public static int objects() {
        return fitting(MOST, BYTES_EACH);
    }

    /** Entries of the ledger, the last to be forgotten since it is the judge: a million, in a small heap fewer. */
    public static int entries() {
        return fitting(MOST_SMALL, BYTES_EACH_SMALL);
    }

    private static int fitting(int most, int bytesEach) {
        return (int) Math.min(most, Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytesEach);
    }
}
