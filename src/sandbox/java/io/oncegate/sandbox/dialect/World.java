package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.ledger.Ledger;
import io.oncegate.sandbox.ledger.LedgerEntry;
import io.oncegate.sandbox.ledger.OrderCalls;
import io.oncegate.sandbox.notice.Courier;
import io.oncegate.sandbox.script.Scripts;
import io.oncegate.sandbox.script.Subject;
import java.time.InstantSource;

/** What the providers and gateways share. All of it is used by one thread. */
public record World(
        Ledger ledger, OrderCalls calls, Scripts scripts, Delays delays, Courier courier, InstantSource clock) {

    /** A request of any kind has come in; one that is about no order counts for none. */
    public void called(Subject subject) {
        if (!subject.order().isEmpty()) {
            calls.called(subject.order(), subject.dialect(), clock.instant());
        }
    }

    /** Money has gone from a payer to the merchant. */
    public void charged(Subject subject, Money money) {
        record("charge", subject, money);
    }

    /** Money has gone back. */
    public void refunded(Subject subject, Money money) {
        record("refund", subject, money);
    }

    /** A message has gone out. */
    public void sent(Subject subject, String to) {
        ledger.add(new LedgerEntry(
                "message", subject.dialect(), subject.key(), subject.order(), null, null, to, clock.instant()));
    }

    private void record(String kind, Subject subject, Money money) {
        ledger.add(new LedgerEntry(
                kind,
                subject.dialect(),
                subject.key(),
                subject.order(),
                money.amount(),
                money.currency(),
                null,
                clock.instant()));
    }
}
