package io.oncegate.ratelimit.redis;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.ratelimit.store.ExactBuckets.Answer;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.testsupport.RawRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The script as it is shipped, called on a real Redis by hand; or the same script at a time that the test chooses. */
final class ScriptOnRedis {
    private static final String CLOCK = "redis.call('TIME')";
    private static final String MARGIN = "local MARGIN_MS = 1000 ";

    /** What the script replied, and how many keys it found garbage in. */
    record Reply(Answer answer, long garbage) {}

    private final RawRedis redis;
    private final String sha;

    private ScriptOnRedis(RawRedis redis, String text) {
        this.redis = redis;
        this.sha = String.valueOf(redis.call("SCRIPT", "LOAD", text));
    }

    /** By Redis' own clock. */
    static ScriptOnRedis asShipped(RawRedis redis) {
        return new ScriptOnRedis(redis, text());
    }

    /** Time is an argument, and no key goes away by itself: Redis' own clock says nothing. */
    static ScriptOnRedis atGivenTime(RawRedis redis) {
        return new ScriptOnRedis(
                redis, once(once(text(), CLOCK, "{ 0, ARGV[#ARGV] }"), MARGIN, "local MARGIN_MS = 1000000000 "));
    }

    Reply call(long now, List<Ask> asks) {
        send(now, asks);
        return receive();
    }

    @CanIgnoreReturnValue
    Reply call(long now, Ask... asks) {
        return call(now, List.of(asks));
    }

    void send(long now, List<Ask> asks) {
        var words = new ArrayList<Object>(List.of("EVALSHA", sha, asks.size()));
        asks.forEach(ask -> words.add(ask.key()));
        words.add(argument(asks));
        words.add(now);
        redis.send(words);
    }

    Reply receive() {
        if (!(redis.receive() instanceof List<?> reply)) {
            throw new AssertionError("The script failed.");
        }
        var taken = new ArrayList<Taken>();
        for (var i = 3; i < reply.size(); i += 4) {
            taken.add(new Taken(at(reply, i), at(reply, i + 1), at(reply, i + 2), at(reply, i + 3)));
        }
        return new Reply(new Answer(at(reply, 0) == 1, at(reply, 2), taken), at(reply, 1));
    }

    private static byte[] argument(List<Ask> asks) {
        var levels = ByteBuffer.allocate(34 * asks.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (var ask : asks) {
            levels.putDouble(ask.limit().capacity())
                    .putDouble(ask.limit().refill().tokens())
                    .putDouble(ask.limit().refill().seconds())
                    .putDouble(ask.cost())
                    .put((byte) ask.limit().algorithm().code())
                    .put((byte) ask.manner());
        }
        return levels.array();
    }

    private static long at(List<?> reply, int index) {
        return (Long) reply.get(index);
    }

    private static String once(String text, String old, String replacement) {
        if (text.split(Pattern.quote(old), -1).length != 2) {
            throw new AssertionError("The script has not exactly one " + old);
        }
        return text.replace(old, replacement);
    }

    static String text() {
        try (var resource = ScriptOnRedis.class.getResourceAsStream("/lua/rate_limit.lua")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
