package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.exchange.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Who calls: the shop's id is the user of basic authentication, its secret key the password. */
final class Shop {
    private static final String BASIC = "Basic ";
    private static final String REVOKED = "revoked";

    private Shop() {}

    /** The shop's id. Any secret will do, but one that says it is revoked. */
    static String of(@Nullable String authorization) throws Refused {
        var credentials = credentials(authorization);
        var separator = credentials.indexOf(':');
        if (separator < 1 || separator == credentials.length() - 1 || credentials.contains(REVOKED)) {
            throw new Refused(YooKassaErrors.credentials());
        }
        return credentials.substring(0, separator);
    }

    private static String credentials(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith(BASIC)) {
            return "";
        }
        try {
            var pair = authorization.substring(BASIC.length()).strip();
            return new String(Base64.getDecoder().decode(pair), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            return "";
        }
    }
}
