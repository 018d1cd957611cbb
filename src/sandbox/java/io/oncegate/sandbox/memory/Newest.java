package io.oncegate.sandbox.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map in the order in which its keys came; of too many it forgets the oldest. Not for use by several threads. */
public final class Newest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int kept;

    public Newest(int kept) {
        this.kept = kept;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > kept;
    }
}
