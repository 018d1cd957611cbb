package io.oncegate.sandbox.kannel;

import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.script.UnusableScript;
import io.oncegate.sandbox.script.Verb;
import io.oncegate.sandbox.script.VerbList;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code sendsms} was asked for.
 *
 * @param to the recipient, as received
 * @param account the caller's name of the message
 * @param receiptUrl where a receipt of a delivery is wanted
 */
record SendSms(String to, String text, @Nullable String account, Optional<String> receiptUrl) {
    private static final String REVOKED = "revoked";

    /** The bit of {@code dlr-mask} that asks for a receipt when the message was delivered. */
    private static final int WANTS_DELIVERED = 1;

    static SendSms of(MultiMap parameters) throws Refused {
        var unauthorized = KannelDialect.unauthorized();
        var wrong = KannelDialect.malformed("Wrong sendsms args, rejected");
        var password = required(parameters, "password", unauthorized);
        if (given(parameters, "username") == null || password.contains(REVOKED)) {
            throw new Refused(unauthorized);
        }
        return new SendSms(
                required(parameters, "to", wrong),
                required(parameters, "text", wrong),
                given(parameters, "account"),
                receiptUrl(parameters));
    }

    /** The verbs that the text begins with. */
    List<Verb> carried() throws Refused {
        try {
            return VerbList.begunBy(text);
        } catch (UnusableScript unusable) {
            throw new Refused(KannelDialect.malformed(unusable.sentence()));
        }
    }

    private static Optional<String> receiptUrl(MultiMap parameters) {
        return Optional.ofNullable(given(parameters, "dlr-url")).filter(url -> wantsDelivered(parameters));
    }

    private static boolean wantsDelivered(MultiMap parameters) {
        try {
            return (Integer.parseInt(String.valueOf(parameters.get("dlr-mask"))) & WANTS_DELIVERED) != 0;
        } catch (NumberFormatException noMask) {
            return false;
        }
    }

    private static String required(MultiMap parameters, String name, Reply otherwise) throws Refused {
        var value = given(parameters, name);
        if (value == null) {
            throw new Refused(otherwise);
        }
        return value;
    }

    private static @Nullable String given(MultiMap parameters, String name) {
        var value = parameters.get(name);
        return value == null || value.isBlank() ? null : value;
    }
}
