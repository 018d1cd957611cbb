package io.oncegate.scenario;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.EarlierVersion;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.util.stream.Stream;

/** An earlier version, and this one, which was started on its database. */
record SideBySide(Database database, ServiceProcess old, ServiceProcess current) implements AutoCloseable {

    /** Recognises nothing: a message that is sent twice arrives twice. */
    static final String GATEWAY = "keyless";

    /** Which of the two. */
    enum Side {
        OLD,
        CURRENT;

        Side other() {
            return this == OLD ? CURRENT : OLD;
        }
    }

    static SideBySide start(EarlierVersion earlier) {
        var database = TestServers.shared().freshDatabase();
        var old = launch(database).of(earlier).start();
        return new SideBySide(database, old, launch(database).start());
    }

    /** How either is started. */
    static ServiceLaunch launch(Database database) {
        var launch = PayingInstance.on(database, Sandbox.shared().url())
                // Redis decides however slow the machine is.
                .withProperty("oncegate.rate-limit.timeout", "1s")
                .withProperty("oncegate.rate-limit.breaker-slow", "1s");
        return SendingInstance.gateway(launch, GATEWAY, GATEWAY);
    }

    ServiceProcess at(Side side) {
        return side == Side.OLD ? old : current;
    }

    /** After a {@code kill -9}. */
    void startWhatHasDied() {
        Stream.of(old, current).filter(each -> !each.isAlive()).forEach(ServiceProcess::restart);
    }

    @Override
    public void close() {
        Secrets.assertKeptBy(old, current);
        old.close();
        current.close();
    }
}
