package io.oncegate.caller;

/** The keys of the demo, as the documentation prints them. They are taken only where there is a demo. */
public final class DemoKeys {

    /** Of the tenant {@code demo}, plan standard. */
    public static final String STANDARD = "og_demo";

    /** Of the tenant {@code demo-vip}, plan vip. */
    public static final String VIP = "og_demo_vip";

    /** The operator's. */
    public static final String OPERATOR = "og_demo_operator";

    private DemoKeys() {}
}
