package io.oncegate.caller.tenants;

/** The form of tenants' ids. Operators choose them, in any script. */
public final class TenantId {

    /** Characters (code points) of the longest id. */
    public static final int LONGEST = 64;

    private TenantId() {}

    /** Whether the text may be an id; anything else names no tenant. */
    public static boolean isOne(String text) {
        int length = text.codePointCount(0, text.length());
        return length >= 1 && length <= LONGEST && isPrintable(text) && !isDotSegment(text);
    }

    /** Whether the text is free of control characters. */
    public static boolean isPrintable(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }

    /** Whether a path cannot name it: the segments {@code .} and {@code ..} mean something else however encoded. */
    public static boolean isDotSegment(String text) {
        return text.equals(".") || text.equals("..");
    }
}
