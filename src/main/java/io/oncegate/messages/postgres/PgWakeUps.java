package io.oncegate.messages.postgres;

import io.oncegate.messages.dispatch.WakeUps;
import io.oncegate.phase.DatabaseConfig;
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
    private final DatabaseConfig config;
    private volatile @Nullable PgSubscriber subscriber;

    PgWakeUps(Statements statements, Vertx vertx, DatabaseConfig config) {
        this.statements = statements;
        this.vertx = vertx;
        this.config = config;
    }

    @Override
    public Uni<Void> tell(String gateway, Deadline deadline) {
        return statements.once(deadline, WakeUpSql.NOTIFY, gateway).replaceWithVoid();
    }

    @Override
    public void listen(Consumer<String> woken) {
        PgSubscriber opened = PgSubscriber.subscriber(vertx, server());
        opened.reconnectPolicy(retries -> RECONNECT_MILLIS);
        opened.channel(CHANNEL).handler(woken::accept);
        opened.connect().onFailure(failure -> LOG.debug("other instances are not heard yet", failure));
        subscriber = opened;
    }

    private PgConnectOptions server() {
        PgConnectOptions server = new PgConnectOptions()
                .setPort(config.port())
                .setConnectTimeout((int) config.connectTimeout().toMillis())
                .setTcpKeepAlive(true);
        config.host().ifPresent(server::setHost);
        config.name().ifPresent(server::setDatabase);
        config.user().ifPresent(server::setUser);
        config.password().ifPresent(server::setPassword);
        return server.addProperty("application_name", "oncegate");
    }

    void close(@Observes ShutdownEvent stopping) {
        PgSubscriber opened = subscriber;
        if (opened != null) {
            opened.close().onFailure(failure -> LOG.debug("the listening connection was not closed", failure));
        }
    }
}
