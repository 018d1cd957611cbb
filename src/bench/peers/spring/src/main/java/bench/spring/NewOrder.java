package bench.spring;

import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;

/** What a client asks for; the amount is in minor units of the currency. */
record NewOrder(String userId, Long amount, String currency) {

    private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    NewOrder validated() {
        require(
                userId != null && !userId.isEmpty() && userId.length() <= 64,
                "user_id has to have 1 to 64 characters.");
        require(
                amount != null && amount >= 1 && amount <= 999_999_999_999L,
                "amount has to be an integer from 1 to 999999999999.");
        require(currency != null && CURRENCIES.contains(currency), "currency has to be an ISO 4217 code.");
        return this;
    }

    private static void require(boolean condition, String detail) {
        if (!condition) {
            throw Refusal.of(HttpStatus.UNPROCESSABLE_ENTITY, "validation-failed", detail);
        }
    }
}
