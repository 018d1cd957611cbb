package io.oncegate.webhooks;

import io.oncegate.messages.ApplyReceipt;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.messages.gateway.Gateways;
import io.oncegate.orders.payment.HearOfPayment;
import io.oncegate.payments.Account;
import io.oncegate.payments.Accounts;
import io.oncegate.payments.Notices;
import io.oncegate.payments.Notices.Scheme;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/**
 * Whoever may send webhooks, by name: the payment account, else the gateway. One that signs and whose secret nobody has
 * is closed. Thread-safe.
 */
@ApplicationScoped
class Sources {

    private static final Logger LOG = Logger.getLogger(Sources.class);

    /** Gateways look at the status alone. */
    private static final String SILENCE = "";

    private final Accounts accounts;
    private final Gateways gateways;
    private final Map<String, Source> active = new TreeMap<>();

    Sources(Accounts accounts, Gateways gateways, HearOfPayment payments, ApplyReceipt receipts, Trusts trusts) {
        this.accounts = accounts;
        this.gateways = gateways;
        for (Account account : accounts.all()) {
            account.notices()
                    .map(notices -> ofAccount(account, notices, trusts, payments))
                    .ifPresent(source -> active.put(source.name(), source));
        }
        for (Gateway gateway : gateways.all()) {
            Source source = ofGateway(gateway, trusts, receipts);
            active.merge(source.name(), source, (ofAccount, ofGateway) -> ofAccount.isClosed() ? ofGateway : ofAccount);
        }
    }

    void begin(@Observes StartupEvent starting) {
        for (Account account : accounts.all()) {
            Source source = active.get(account.name());
            if (source != null && source.isClosed()) {
                LOG.warnf("webhooks of an account are refused, it has no webhook secret account=%s", account.name());
            }
        }
    }

    /** The source of this name; of an account and a gateway that share it, the account, unless it is closed. */
    Optional<Source> find(String name) {
        return Optional.ofNullable(active.get(name)).or(() -> inactive(name));
    }

    private static Source ofAccount(Account account, Notices notices, Trusts trusts, HearOfPayment payments) {
        Trust trust = notices.scheme() == Scheme.UNSIGNED
                ? trusts.unsigned(account.name())
                : trusts.signed(notices.scheme(), account.webhookSecrets());
        return new Source(
                account.name(), trust, notices.acknowledgement(), new PaymentTeller(account.name(), notices, payments));
    }

    private static Source ofGateway(Gateway gateway, Trusts trusts, ApplyReceipt receipts) {
        return new Source(
                gateway.name(),
                trusts.signed(Scheme.STANDARD, gateway.webhookSecrets()),
                SILENCE,
                new ReceiptTeller(gateway, receipts));
    }

    private Optional<Source> inactive(String name) {
        return accounts.isConfigured(name) || gateways.isConfigured(name)
                ? Optional.of(new Source(name, new Trust.Closed(), SILENCE, Teller.SILENT))
                : Optional.empty();
    }
}
