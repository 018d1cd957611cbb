package io.oncegate.sandbox.dialect;

/** Does things later, one at a time with everything else. */
@FunctionalInterface
public interface Delays {
    void after(long millis, Runnable task);
}
