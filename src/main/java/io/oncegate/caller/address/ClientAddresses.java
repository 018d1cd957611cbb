package io.oncegate.caller.address;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Where requests come from. Thread-safe, never blocks, and never fails, whatever the headers hold. */
@ApplicationScoped
public class ClientAddresses {

    private static final Logger LOG = Logger.getLogger(ClientAddresses.class);

    private final ForwardedChain chain;
    private final String header;
    private final Counter ignored;
    private final AtomicBoolean warned = new AtomicBoolean();

    ClientAddresses(NetConfig config, MeterRegistry registry) {
        this.chain = new ForwardedChain(
                TrustedProxies.of(config.trustedProxies().orElse(List.of())), config.forwardedHeader());
        this.header = config.forwardedHeader().headerName();
        this.ignored = registry.counter("oncegate.net.forwarded.ignored");
    }

    /** The address of whoever sent {@code request}: of its peer, or what the trusted proxies say. */
    public ClientAddress of(HttpServerRequest request) {
        return peer(request.remoteAddress())
                .map(peer -> ClientAddress.of(client(peer, request.headers())))
                .orElse(ClientAddress.UNKNOWN);
    }

    private static Optional<IpAddress> peer(SocketAddress remote) {
        return Optional.ofNullable(remote).map(SocketAddress::hostAddress).flatMap(IpAddress::parse);
    }

    private IpAddress client(IpAddress peer, MultiMap headers) {
        if (chain.trusts(peer)) {
            return chain.client(peer, headers.getAll(header));
        }
        if (peer.isPrivate() && forwards(headers)) {
            ignored.increment();
            warnOnce(peer);
        }
        return peer;
    }

    private static boolean forwards(MultiMap headers) {
        for (ForwardedHeader each : ForwardedHeader.values()) {
            if (headers.contains(each.headerName())) {
                return true;
            }
        }
        return false;
    }

    /** Most likely a proxy of one's own that nobody told the service of: all its callers are counted as one. */
    private void warnOnce(IpAddress peer) {
        if (warned.compareAndSet(false, true)) {
            LOG.warnf(
                    "a forwarding header of %s is ignored: name the address in oncegate.net.trusted-proxies if it is a"
                            + " proxy of yours, or all its callers are counted as one",
                    peer.text());
        }
    }
}
