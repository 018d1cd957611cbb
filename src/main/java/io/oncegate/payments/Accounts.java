package io.oncegate.payments;

import io.oncegate.outbound.BaseUrl;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.RemoteSettings;
import io.oncegate.outbound.Remotes;
import io.oncegate.outbound.SandboxConfig;
import io.oncegate.payments.PaymentsConfig.AccountConfig;
import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The accounts that payments can go through. One that lacks credentials or an address is inactive: it is configured, and
 * nothing can be sent through it. With a sandbox all of them are there, and active. Thread-safe.
 */
@ApplicationScoped
public class Accounts {

    private static final Logger LOG = Logger.getLogger(Accounts.class);

    /** What the sandbox takes for credentials where none are set. */
    private static final Credentials PLAYED = new Credentials(Optional.of("sandbox"), Optional.of("sandbox"));

    private final PaymentsConfig config;
    private final Optional<URI> sandbox;
    private final Map<String, DialectFactory> dialects;
    private final Map<String, Account> active = new TreeMap<>();

    Accounts(
            PaymentsConfig config,
            SandboxConfig sandbox,
            @All List<DialectFactory> dialects,
            Remotes remotes,
            ProviderMetrics metrics) {
        this.config = config;
        this.sandbox = sandbox.sandbox().url();
        this.dialects = dialects.stream().collect(Collectors.toMap(DialectFactory::name, Function.identity()));
        config.accounts().forEach((name, account) -> {
            Optional<Dialect> dialect = dialect(account);
            Optional<URI> base = place(account);
            if (dialect.isPresent() && base.isPresent()) {
                Remote remote = remotes.remote(settings(name, account, base.get()));
                metrics.watch(name, account.inFlight(), remote);
                active.put(name, new Account(name, account, dialect.get(), remote, metrics));
            }
        });
    }

    /** Where the provider listens; empty where nobody knows. */
    private Optional<URI> place(AccountConfig account) {
        return sandbox.map(url -> BaseUrl.below(url, account.dialect()))
                .or(account::url)
                .or(() -> Optional.ofNullable(dialects.get(account.dialect())).flatMap(DialectFactory::home))
                .map(BaseUrl::of);
    }

    /** Empty where credentials are missing; the sandbox takes any. */
    private Optional<Dialect> dialect(AccountConfig account) {
        Credentials given = new Credentials(account.id(), account.secret());
        return Optional.ofNullable(dialects.get(account.dialect())).flatMap(factory -> {
            if (factory.isComplete(given)) {
                return Optional.of(factory.speaking(given));
            }
            return sandbox.map(url -> factory.speaking(PLAYED));
        });
    }

    private RemoteSettings settings(String name, AccountConfig account, URI base) {
        return new RemoteSettings(
                name,
                base,
                account.inFlight(),
                account.callsPerSecond(),
                config.connectTimeout(),
                config.callTimeout());
    }

    /** The first payment after the start meets connections that stand; the start waits for none of them. */
    void begin(@Observes StartupEvent starting) {
        new TreeMap<>(config.accounts()).forEach((name, account) -> {
            if (!active.containsKey(name)) {
                LOG.infof(
                        "a payment account is inactive, it lacks %s account=%s",
                        dialect(account).isPresent() ? "an address" : "credentials", name);
            }
        });
        active.values().forEach(account -> account.warmUp().subscribe().with(open -> {}, failed -> {}));
    }

    /** The account of this name, where it is active. */
    public Optional<Account> find(String name) {
        return Optional.ofNullable(active.get(name));
    }

    /** Whether there is an account of this name, active or not. */
    public boolean isConfigured(String name) {
        return config.accounts().containsKey(name);
    }

    /** The active ones, by name. */
    public Collection<Account> all() {
        return List.copyOf(active.values());
    }
}
