package io.oncegate.overload.queue;

/**
 * How many requests may wait.
 *
 * @param critical of that class, all tenants together
 * @param normal of that class
 * @param low of that class
 * @param perTenant of one tenant in one class
 */
public record Bounds(int critical, int normal, int low, int perTenant) {

    private static final int ALL = 100;

    /** Of a class. */
    public int of(ServiceClass serviceClass) {
        return switch (serviceClass) {
            case CRITICAL -> critical;
            case NORMAL -> normal;
            case LOW -> low;
        };
    }

    /** A part of each, and at least one of what was not zero. */
    public Bounds percent(int percent) {
        if (percent == ALL) {
            return this;
        }
        return new Bounds(part(critical, percent), part(normal, percent), part(low, percent), part(perTenant, percent));
    }

    private static int part(int whole, int percent) {
        return whole == 0 ? 0 : (int) Math.max(1, whole * (long) percent / ALL);
    }
}
