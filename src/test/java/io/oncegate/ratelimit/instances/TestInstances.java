package io.oncegate.ratelimit.instances;

import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Lets the tests of other packages be one of several instances. */
public final class TestInstances {

    private TestInstances() {}

    /** An instance that never hears of another. */
    public static LiveInstances one() {
        return beating(1, new Silence(), "01J0000000000000000000000A");
    }

    /** An instance of that id; at least {@code floor} are configured. */
    public static LiveInstances beating(int floor, Heartbeats heartbeats, String id) {
        InstancesConfig config =
                Settings.of(InstancesConfig.class, Map.of("oncegate.instances", Integer.toString(floor)));
        return new LiveInstances(config, heartbeats, new OneId(id));
    }

    private record OneId(String ulid) implements Ids {

        @Override
        public UUID token() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Silence implements Heartbeats {

        @Override
        public Uni<Integer> beat(String instance, Duration recently, Deadline deadline) {
            return Uni.createFrom().item(0);
        }

        @Override
        public Uni<Void> leave(String instance, Deadline deadline) {
            return Uni.createFrom().voidItem();
        }
    }
}
