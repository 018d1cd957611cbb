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

    static String message(String text, long expiresInSeconds) {
        return """
                {"to": "+4915123456789", "text": "%s", "expires_in": %d}""".formatted(text, expiresInSeconds);
    }
}
