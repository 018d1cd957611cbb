package io.oncegate.messages.postgres;

import io.oncegate.messages.dispatch.WakeUps;
import io.oncegate.phase.PgServer;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.pubsub.PgSubscriber;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * LISTEN and NOTIFY. Listening takes a connection of its own beside the pool's, which is opened again whenever it ends:
 * until then everybody finds by looking what nobody tells.
 */
@ApplicationScoped
class PgWakeUps implements WakeUps {

    private static final Logger LOG = Logger.getLogger(PgWakeUps.class);

    private static final String CHANNEL = "oncegate_messages";
    private static final long RECONNECT_MILLIS = 1000;

    private final Statements statements;
    private final Vertx vertx;
    private final PgServer server;
    private volatile @Nullable PgSubscriber subscriber;

    PgWakeUps(Statements statements, Vertx vertx, PgServer server) {
        this.statements = statements;
        this.vertx = vertx;
        this.server = server;
    }

    @Override
    public Uni<Void> tell(String gateway, Deadline deadline) {
        return statements.once(deadline, WakeUpSql.NOTIFY, gateway).replaceWithVoid();
    }

    @Override
    public void listen(Consumer<String> woken) {
        PgSubscriber opened = PgSubscriber.subscriber(vertx, listening());
        opened.reconnectPolicy(retries -> RECONNECT_MILLIS);
        opened.channel(CHANNEL).handler(woken::accept);
        opened.connect().onFailure(failure -> LOG.debug("other instances are not heard yet", failure));
        subscriber = opened;
    }

    /** Nothing comes for hours: silence is no sign of a broken connection here. */
    private PgConnectOptions listening() {
        PgConnectOptions listening = server.options();
        listening.setReadIdleTimeout(0).setTcpKeepAlive(true);
        return listening;
    }

    void close(@Observes ShutdownEvent stopping) {
        PgSubscriber opened = subscriber;
        if (opened != null) {
            opened.close().onFailure(failure -> LOG.debug("the listening connection was not closed", failure));
        }
    }
}
