package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Reply;
import org.jspecify.annotations.Nullable;

/** T-Bank knows no keys: what is in flight ends by itself. */
final class TBankDialect implements Dialect {
    static final String NAME = "tbank";

    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasKeys() {
        return false;
    }

    @Override
    public boolean keepsFailures() {
        return false;
    }

    @Override
    public Reply failure() {
        return TBankErrors.ofHttp(INTERNAL_ERROR, "Внутренняя ошибка системы.");
    }

    @Override
    public Reply unavailable() {
        return TBankErrors.ofHttp(UNAVAILABLE, "Сервис временно недоступен.");
    }

    @Override
    public Reply tooManyRequests() {
        return TBankErrors.ofHttp(TOO_MANY_REQUESTS, "Слишком много запросов.");
    }

    @Override
    public Reply inUse(@Nullable String key) {
        return TBankErrors.ofHttp(CONFLICT, "Платеж уже обрабатывается.");
    }
}
