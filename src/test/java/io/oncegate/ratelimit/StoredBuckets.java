package io.oncegate.ratelimit;

import io.oncegate.testsupport.RawRedis;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Buckets as Redis holds them. */
final class StoredBuckets {

    private StoredBuckets() {}

    /** Of each bucket of a tenant what is in it, and when it goes away. */
    static Map<String, List<Object>> of(String tenant, RawRedis redis) {
        var buckets = new TreeMap<String, List<Object>>();
        for (var key : (List<?>) redis.call("KEYS", "rl:{" + tenant + "}:*")) {
            buckets.put(key.toString(), List.of(redis.call("GET", key), redis.number("PEXPIRETIME", key)));
        }
        return buckets;
    }

    /** Redis' own clock. */
    static long micros(RawRedis redis) {
        var time = (List<?>) redis.call("TIME");
        return Long.parseLong(time.get(0).toString()) * 1_000_000
                + Long.parseLong(time.get(1).toString());
    }
}
