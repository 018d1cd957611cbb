package io.oncegate.sandbox.dialect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** An amount as answers and statuses show it: what was asked for, unless a verb has it misstated. */
public final class ShownAmount {
    private BigDecimal value;
    private String currency;

    public ShownAmount(BigDecimal value, String currency) {
        this.value = value;
        this.currency = currency;
    }

    public BigDecimal value() {
        return value;
    }

    public String currency() {
        return currency;
    }

    /** One of its smallest units more. */
    public void misstateAmount() {
        value = new BigDecimal(value.unscaledValue().add(BigInteger.ONE), value.scale());
    }

    public void misstateCurrency() {
        var other = currency.equalsIgnoreCase("EUR") ? "USD" : "EUR";
        currency = currency.equals(currency.toLowerCase(Locale.ROOT)) ? other.toLowerCase(Locale.ROOT) : other;
    }
}
