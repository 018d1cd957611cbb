package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Taken;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** {@code lua/rate_limit.lua}, and how it is called: see its header. Immutable. */
final class Script {

    private static final String RESOURCE = "/lua/rate_limit.lua";
    private static final char GIVE_BACK = 'b';

    /** Beyond it, a cost would not be exact; no capacity is as large. */
    private static final long LARGEST_COST = Limit.LARGEST;

    /** Four numbers and two letters. */
    private static final int LEVEL_BYTES = 4 * Double.BYTES + 2;

    private static final int GARBAGE = 1;
    private static final int AHEAD = 2;
    private static final int FIRST_LEVEL = 3;
    private static final int LEVEL = 4;

    private final String text;
    private final String sha;

    Script() {
        this.text = read();
        this.sha = sha1(text);
    }

    /** Makes Redis know it. */
    Request load() {
        return Request.cmd(Command.SCRIPT).arg("LOAD").arg(text);
    }

    /** For a Redis that knows it. */
    Request known(List<Charge> charges, boolean givesBack) {
        return levels(Request.cmd(Command.EVALSHA).arg(sha), charges, givesBack);
    }

    /** For a Redis that has forgotten it, and knows it afterwards. */
    Request unknown(List<Charge> charges, boolean givesBack) {
        return levels(Request.cmd(Command.EVAL).arg(text), charges, givesBack);
    }

    private static Request levels(Request request, List<Charge> charges, boolean givesBack) {
        request.arg(charges.size());
        for (Charge charge : charges) {
            request.arg(charge.key());
        }
        return request.arg(packed(charges, givesBack));
    }

    /** As doubles, in which integers are exact as far as a limit and a cost may go. */
    private static byte[] packed(List<Charge> charges, boolean givesBack) {
        ByteBuffer levels = ByteBuffer.allocate(LEVEL_BYTES * charges.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Charge charge : charges) {
            Limit limit = charge.limit();
            levels.putDouble(limit.capacity())
                    .putDouble(limit.refill().tokens())
                    .putDouble(limit.refill().seconds())
                    .putDouble(Math.min(charge.cost(), LARGEST_COST))
                    .put((byte) limit.algorithm().code())
                    .put((byte) (givesBack ? GIVE_BACK : charge.manner().code()));
        }
        return levels.array();
    }

    /** What the script replied. */
    record Reply(List<Taken> taken, long garbage, long ahead) {

        static Reply of(Response response) {
            List<Taken> taken = new ArrayList<>();
            for (int i = FIRST_LEVEL; i < response.size(); i += LEVEL) {
                taken.add(new Taken(
                        response.get(i).toLong(),
                        response.get(i + 1).toLong(),
                        response.get(i + 2).toLong(),
                        response.get(i + 3).toLong()));
            }
            return new Reply(
                    taken, response.get(GARBAGE).toLong(), response.get(AHEAD).toLong());
        }
    }

    private static String read() {
        try (InputStream resource = Script.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is missing");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-1", impossible);
        }
    }
}
