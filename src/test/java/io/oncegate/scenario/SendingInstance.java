package io.oncegate.scenario;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.ServiceLaunch;
import java.net.URI;
import java.util.List;

/** How an instance is started whose gateways are played by the sandbox, and whose patience is short enough for tests. */
final class SendingInstance {
    /** Recognises a message that is sent again. */
    static final String KEYED = "http-json";

    /** Recognise nothing and answer no questions. */
    static final List<String> KEYLESS = List.of("keyless", "kannel");

    private SendingInstance() {}

    static ServiceLaunch on(Database database, URI sandbox) {
        var launch = ServiceLaunch.on(database)
                .with("ONCEGATE_SANDBOX_URL", sandbox.toString())
                .with("ONCEGATE_ALLOW_SANDBOX", "true")
                .with("ONCEGATE_MESSAGES_LEASE", "3s")
                .with("ONCEGATE_MESSAGES_SEND_WITHIN", "1s")
                .with("ONCEGATE_MESSAGES_CALL_TIMEOUT", "2s");
        gateway(launch, KEYED, KEYED);
        KEYLESS.forEach(dialect -> gateway(launch, dialect, dialect));
        return launch;
    }

    /** The same with gateways that can be reached through this network alone. */
    static ServiceLaunch on(Database database, FaultProxy network) {
        return on(database, URI.create("http://%s:%d".formatted(FaultProxy.host(), network.port())));
    }

    /** A network between an instance and its gateways. */
    static FaultProxy networkTo(Sandbox sandbox) {
        return FaultProxy.to(sandbox.url().getHost(), sandbox.url().getPort());
    }

    /** A gateway of its own for {@code dialect}, which takes whatever comes. */
    @CanIgnoreReturnValue
    static ServiceLaunch gateway(ServiceLaunch launch, String name, String dialect) {
        set(launch, name, "dialect", dialect);
        return set(launch, name, "calls-per-second", "10000");
    }

    @CanIgnoreReturnValue
    static ServiceLaunch set(ServiceLaunch launch, String gateway, String member, String value) {
        return launch.withProperty("oncegate.messages.gateways." + gateway + "." + member, value);
    }
}
