package io.oncegate.ratelimit.store;

import java.nio.charset.StandardCharsets;

/**
 * The name of a shared bucket: {@code rl:{<tenant>}:v1:<policy>:<subject>[:<route>]}. The braces keep all buckets of a
 * tenant in one slot of a Redis Cluster. Each part is encoded so that different parts never give one name, whatever they
 * hold. Numbers, addresses and API keys come here as hashes only.
 */
public final class BucketKey {

    /** In the place of a tenant where there is none; in a tenant's name it is encoded. */
    private static final String NO_TENANT = "~";

    private BucketKey() {}

    /** Of a tenant, or of a subject of it. */
    public static String ofTenant(String tenant, String policy, String subject) {
        return key(encoded(tenant), policy, subject);
    }

    /** The same on one route. */
    public static String ofTenantOnRoute(String tenant, String policy, String subject, String route) {
        return ofTenant(tenant, policy, subject) + ":" + encoded(route);
    }

    /** Of a subject that belongs to no tenant: an account, a route, everybody. */
    public static String withoutTenant(String policy, String subject) {
        return key(NO_TENANT, policy, subject);
    }

    private static String key(String slot, String policy, String subject) {
        return "rl:{" + slot + "}:v1:" + encoded(policy) + ":" + encoded(subject);
    }

    private static String encoded(String part) {
        for (int i = 0; i < part.length(); i++) {
            if (!isPlain(part.charAt(i))) {
                return encode(part);
            }
        }
        return part;
    }

    private static String encode(String part) {
        StringBuilder encoded = new StringBuilder();
        part.codePoints().forEach(point -> {
            if (isPlain(point)) {
                encoded.append((char) point);
            } else if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                // Half a character: UTF-8 has no bytes for it, and would give one for all of them.
                encoded.append("%%u%04X".formatted(point));
            } else {
                bytes(point, encoded);
            }
        });
        return encoded.toString();
    }

    private static void bytes(int point, StringBuilder encoded) {
        for (byte one : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
            encoded.append("%%%02X".formatted(one & 0xFF));
        }
    }

    private static boolean isPlain(int point) {
        return (point >= 'a' && point <= 'z')
                || (point >= 'A' && point <= 'Z')
                || (point >= '0' && point <= '9')
                || point == '.'
                || point == '_'
                || point == '-';
    }
}
