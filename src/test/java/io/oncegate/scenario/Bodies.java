package io.oncegate.scenario;

/** What clients ask for. */
final class Bodies {

    private Bodies() {}

    static String order(String user, long amount) {
        return """
                {"user_id": "%s", "amount": %d, "currency": "EUR"}""".formatted(user, amount);
    }

    static String orderWithReference(String user, long amount, String externalId) {
        return """
                {"user_id": "%s", "amount": %d, "currency": "EUR", "external_id": "%s"}""".formatted(user, amount, externalId);
    }

    /** With a payment whose payer can be sent somewhere. */
    static String paidOrder(String user, long amount, String currency, String method) {
        return """
                {"user_id": "%s", "amount": %d, "currency": "%s", "payment":
                 {"method": "%s", "return_url": "https://shop.example/back"}}""".formatted(user, amount, currency, method);
    }

    /** The same without anywhere to come back to. */
    static String paidOrderOfAnAbsentPayer(String user, long amount, String currency, String method) {
        return """
                {"user_id": "%s", "amount": %d, "currency": "%s", "payment": {"method": "%s"}}""".formatted(user, amount, currency, method);
    }

    static String paidOrderWithReference(String user, long amount, String method, String externalId) {
        return """
                {"user_id": "%s", "amount": %d, "currency": "RUB", "external_id": "%s", "payment":
                 {"method": "%s", "return_url": "https://shop.example/back"}}""".formatted(user, amount, externalId, method);
    }

    static String message(String text) {
        return """
                {"to": "+4915123456789", "text": "%s"}""".formatted(text);
    }

    static String messageOf(String priority, String text) {
        return """
                {"to": "+4915123456789", "text": "%s", "priority": "%s"}""".formatted(text, priority);
    }

    static String message(String text, long expiresInSeconds) {
        return """
                {"to": "+4915123456789", "text": "%s", "expires_in": %d}""".formatted(text, expiresInSeconds);
    }
}
