package io.oncegate.sandbox.keyless;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Ids;
import io.oncegate.sandbox.dialect.Money;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.PayerPages;
import io.oncegate.sandbox.dialect.PayerStep;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.exchange.Exchange;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.StandardWebhook;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One charge. Nobody can ask for it later, so that it lives as long as its answer, or until its payer has decided. */
final class Charge implements Effect {
    private static final String SUCCEEDED = "succeeded";
    private static final String DECLINED = "declined";
    private static final String ACTION_REQUIRED = "action_required";
    private static final int ACCEPTED = 202;
    private static final int ID_LENGTH = 20;

    private final World world;
    private final ChargeTerms terms;
    private final Subject subject;
    private final Page page;
    private final String id = Ids.random("kl_", ID_LENGTH);
    private final ShownAmount shown;
    private final Observed<String> observed;

    /** Where its payer would decide. */
    record Page(PayerPages pages, Exchange exchange) {}

    Charge(World world, ChargeTerms terms, Subject subject, Page page) {
        this.world = world;
        this.terms = terms;
        this.subject = subject;
        this.page = page;
        this.shown = new ShownAmount(BigDecimal.valueOf(terms.amount()), terms.currency());
        this.observed = new Observed<>(world.clock());
    }

    @Override
    public Reply approve() {
        settle();
        return Reply.ok(toJson(SUCCEEDED, null));
    }

    @Override
    public Reply decline() {
        return Reply.ok(toJson(DECLINED, "card_declined"));
    }

    @Override
    public Reply askPayer() {
        observed.become(ACTION_REQUIRED);
        var step = new PayerStep(
                "Pay %s %s".formatted(terms.amount(), terms.currency()),
                terms.returnUrl(),
                () -> observed.now().filter(ACTION_REQUIRED::equals).isPresent(),
                this::settle,
                () -> observed.become(DECLINED));
        page.pages().open(id, step);
        var url = page.exchange().url(page.pages().path(id));
        return Reply.ok(toJson(ACTION_REQUIRED, null).put("redirect_url", url));
    }

    @Override
    public Reply pend() {
        return Reply.of(ACCEPTED, toJson("pending", null));
    }

    @Override
    public void settle() {
        world.charged(subject, new Money(String.valueOf(terms.amount()), terms.currency()));
        observed.become(SUCCEEDED);
    }

    @Override
    public void misstateAmount() {
        shown.misstateAmount();
    }

    @Override
    public void misstateCurrency() {
        shown.misstateCurrency();
    }

    @Override
    public Observed<String> observed() {
        return observed;
    }

    @Override
    public Optional<Notice> notice() {
        return observed.now()
                .map(status ->
                        new StandardWebhook("charge." + status, world.clock().instant(), toJson(status, null)));
    }

    private JsonObject toJson(String status, @Nullable String reason) {
        var json = new JsonObject()
                .put("id", id)
                .put("status", status)
                .put("reference", terms.reference())
                .put("amount", shown.value().longValueExact())
                .put("currency", shown.currency());
        return reason == null ? json : json.put("reason", reason);
    }
}
