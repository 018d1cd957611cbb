package io.oncegate.messages.gateway;

import io.oncegate.messages.gateway.GatewaysConfig.GatewayConfig;
import io.oncegate.outbound.BaseUrl;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.RemoteSettings;
import io.oncegate.outbound.Remotes;
import io.oncegate.outbound.SandboxConfig;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The gateways that messages can go through. One that lacks credentials or an address is inactive: it is configured,
 * and nothing can be sent through it. With a sandbox all of them are there, and active. Thread-safe.
 */
@ApplicationScoped
public class Gateways {

    private static final Logger LOG = Logger.getLogger(Gateways.class);

    /** What the sandbox takes for credentials where none are set. */
    private static final GatewayCredentials PLAYED =
            new GatewayCredentials(Optional.of("sandbox"), Optional.of("sandbox"));

    private final GatewaysConfig config;
    private final Optional<URI> sandbox;
    private final Map<String, GatewayProtocolFactory> protocols;
    private final GatewayMetrics metrics;
    private final Map<String, Gateway> active = new TreeMap<>();

    Gateways(
            GatewaysConfig config,
            SandboxConfig sandbox,
            @All List<GatewayProtocolFactory> protocols,
            Remotes remotes,
            GatewayMetrics metrics) {
        this.config = config;
        this.sandbox = sandbox.sandbox().url();
        this.protocols = protocols.stream()
                .collect(Collectors.toMap(factory -> factory.descriptor().name(), Function.identity()));
        this.metrics = metrics;
        config.gateways()
                .keySet()
                .forEach(name -> gateway(name, remotes).ifPresent(gateway -> active.put(name, gateway)));
    }

    /** Empty where it is inactive. */
    private Optional<Gateway> gateway(String name, Remotes remotes) {
        GatewayConfig gateway = Objects.requireNonNull(config.gateways().get(name));
        return credentials(gateway)
                .flatMap(credentials -> place(gateway).map(base -> {
                    Optional<ReceiptPlace> receipts = receipts(gateway, credentials);
                    GatewayProtocol protocol = Objects.requireNonNull(protocols.get(gateway.dialect()))
                            .speaking(credentials, receipts);
                    Remote remote = remotes.remote(settings(name, gateway, base));
                    metrics.watch(name, gateway.inFlight(), remote);
                    return new Gateway(name, config, protocol, receipts, remote);
                }));
    }

    /** Where the gateway listens; empty where nobody knows. */
    private Optional<URI> place(GatewayConfig gateway) {
        return sandbox.map(url -> BaseUrl.below(url, gateway.dialect()))
                .or(gateway::url)
                .map(BaseUrl::of);
    }

    /** Empty where credentials are missing, or nobody speaks its protocol; the sandbox takes any. */
    private Optional<GatewayCredentials> credentials(GatewayConfig gateway) {
        GatewayCredentials given = new GatewayCredentials(gateway.id(), gateway.secret());
        return Optional.ofNullable(protocols.get(gateway.dialect()))
                .flatMap(protocol -> protocol.isComplete(given) ? Optional.of(given) : sandbox.map(url -> PLAYED));
    }

    private static Optional<ReceiptPlace> receipts(GatewayConfig gateway, GatewayCredentials credentials) {
        List<String> secrets = gateway.webhookSecrets()
                .orElseGet(() -> credentials.secret().stream().toList());
        return gateway.receiptUrl()
                .filter(url -> !secrets.isEmpty())
                .map(url -> new ReceiptPlace(BaseUrl.of(url), secrets));
    }

    private RemoteSettings settings(String name, GatewayConfig gateway, URI base) {
        return new RemoteSettings(
                name,
                base,
                gateway.inFlight(),
                gateway.callsPerSecond(),
                config.connectTimeout(),
                config.callTimeout());
    }

    /** The first message after the start meets connections that stand; the start waits for none of them. */
    void begin(@Observes StartupEvent starting) {
        new TreeMap<>(config.gateways()).forEach((name, gateway) -> {
            if (!active.containsKey(name)) {
                LOG.infof(
                        "a gateway is inactive, it lacks %s gateway=%s",
                        credentials(gateway).isPresent() ? "an address" : "credentials", name);
            }
        });
        active.values().forEach(gateway -> gateway.warmUp().subscribe().with(open -> {}, failed -> {}));
    }

    /** The gateway of this name, where it is active. */
    public Optional<Gateway> find(String name) {
        return Optional.ofNullable(active.get(name));
    }

    /** Whether there is a gateway of this name, active or not. */
    public boolean isConfigured(String name) {
        return config.gateways().containsKey(name);
    }

    /** The active ones, by name. */
    public Collection<Gateway> all() {
        return List.copyOf(active.values());
    }

    /**
     * The name of the gateway that a tenant's messages go through, active or not.
     *
     * @param wanted the one that the tenant names
     */
    public String nameFor(Optional<String> wanted) {
        return wanted.orElseGet(config::defaultGateway);
    }
}
