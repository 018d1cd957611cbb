package io.oncegate.caller.address;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.testsupport.Settings;
import java.util.Map;

/** Lets the tests of other packages tell callers apart. */
public final class TestAddresses {
    private TestAddresses() {}

    public static ClientAddresses trusting(String proxies) {
        return new ClientAddresses(
                Settings.of(NetConfig.class, Map.of("oncegate.net.trusted-proxies", proxies)),
                new SimpleMeterRegistry());
    }
}
