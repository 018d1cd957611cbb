package io.oncegate.payments;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.outbound.FakeRemote;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.SandboxConfig;
import io.oncegate.payments.PaymentsConfig.AccountConfig;
import io.oncegate.testsupport.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every account there is, at a provider that answers each question as it is told to. */
public final class AskedProvider extends Accounts {
    private final List<String> asked = new ArrayList<>();
    private Function<Charge, ProviderOutcome> answer = charge -> new ProviderOutcome.Unknown("timeout", false);

    public AskedProvider() {
        super(
                Settings.of(PaymentsConfig.class),
                Settings.of(SandboxConfig.class),
                List.of(),
                null,
                new ProviderMetrics(new SimpleMeterRegistry()));
    }

    public void answers(Function<Charge, ProviderOutcome> word) {
        answer = word;
    }

    /** What it was asked for, such as {@code /status/ext-1}. */
    public List<String> asked() {
        return asked;
    }

    @Override
    public Optional<Account> find(String name) {
        AccountConfig config = Settings.of(
                        PaymentsConfig.class, Map.of("oncegate.payments.accounts." + name + ".dialect", "fake"))
                .accounts()
                .get(name);
        var metrics = new ProviderMetrics(new SimpleMeterRegistry());
        return Optional.of(new Account(name, config, new Answering(), FakeRemote.answering(200, ""), metrics));
    }

    private final class Answering implements Dialect {
        private final Dialect fake = new FakeDialect(FakeDialect.CAN_ALL);

        @Override
        public Descriptor descriptor() {
            return fake.descriptor();
        }

        @Override
        public Optional<String> refusal(long amount, String currency) {
            return Optional.empty();
        }

        @Override
        public FrozenRequest freeze(
                ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
            return fake.freeze(operation, charge, externalId, key);
        }

        @Override
        public OutboundRequest leaving(FrozenRequest request) {
            throw new AssertionError("whoever hears of a payment sends nothing");
        }

        @Override
        public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
            throw new AssertionError("nothing was sent");
        }

        @Override
        public Optional<OutboundRequest> status(Charge charge, String externalId) {
            return noted(fake.status(charge, externalId));
        }

        @Override
        public Optional<OutboundRequest> lookUp(Charge charge) {
            return noted(fake.lookUp(charge));
        }

        @Override
        public Optional<OutboundRequest> cancel(Charge charge, String externalId) {
            throw new AssertionError("whoever hears of a payment stops nothing");
        }

        @Override
        public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
            return answer.apply(charge);
        }

        private Optional<OutboundRequest> noted(Optional<OutboundRequest> question) {
            question.ifPresent(request -> asked.add(request.target()));
            return question;
        }
    }
}
