package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.Recipient;
import io.oncegate.sandbox.notice.Telling;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What T-Bank tells of a payment by itself. The terminal's password proves it: the token is the SHA-256 of the members'
 * values, the password among them, in the order of their names.
 *
 * @param facts without the token
 */
record Notification(JsonObject facts) implements Notice {
    /** Of every terminal here: it proves nothing to anybody else. */
    private static final String PASSWORD = "sandbox";

    private static final int STATUS_OK = 200;
    private static final String TAKEN = "OK";

    /** As the payment is now. */
    static Notification of(Payment payment) {
        var state = payment.state();
        return new Notification(new JsonObject()
                .put("TerminalKey", payment.terms().terminal())
                .put("OrderId", payment.terms().orderId())
                .put("Success", !state.isRejected())
                .put("Status", state.status().word())
                .put("PaymentId", Long.valueOf(payment.id()))
                .put("ErrorCode", state.errorCode())
                .put("Amount", payment.shown().value().longValueExact()));
    }

    @Override
    public Telling tell(Recipient recipient, Instant now) {
        var body = facts.copy().put("Token", token(recipient.secretOr(PASSWORD)));
        return Telling.json(recipient.url(), body);
    }

    /** T-Bank goes on until it reads the word. */
    @Override
    public boolean isTaken(int status, String body) {
        return status == STATUS_OK && body.strip().equals(TAKEN);
    }

    private String token(String password) {
        var values = new TreeMap<String, Object>(facts.getMap());
        values.put("Password", password);
        var text = values.values().stream().map(String::valueOf).collect(Collectors.joining());
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
