package io.oncegate.outbound.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.outbound.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Answers of providers, whole and broken. */
public final class Answers {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** In the place of any member: nothing, another type, more than any type holds. */
    private static final List<String> INTRUDERS = List.of(
            "null",
            "true",
            "0",
            "-1",
            "1.5",
            "1e2",
            "1e999999999",
            "9".repeat(400),
            "9223372036854775808",
            "\"\"",
            "\"\\u0000\"",
            "\"" + "x".repeat(300) + "\"",
            "\"1e2\"",
            "\"../../v1\"",
            "[]",
            "[[]]",
            "{}",
            "{\"value\":{}}");

    private Answers() {}

    /** Apostrophes in the body stand for quotation marks. */
    public static Reply reply(int status, String body) {
        return new Reply(status, Map.of(), json(body));
    }

    /** An answer that says when to come back. */
    public static Reply reply(int status, String retryAfter, String body) {
        return new Reply(status, Map.of("retry-after", retryAfter), json(body));
    }

    /** Apostrophes stand for quotation marks. */
    public static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** The body cut at every byte, with bytes changed, with every member changed or left out, and random bytes. */
    public static List<byte[]> broken(String whole, long seed) {
        byte[] body = json(whole);
        Random random = new Random(seed);
        List<byte[]> broken = new ArrayList<>();
        for (int length = 0; length < body.length; length++) {
            broken.add(Arrays.copyOf(body, length));
        }
        for (int i = 0; i < 500; i++) {
            byte[] changed = body.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            broken.add(changed);
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            broken.add(noise);
        }
        broken.add(json(whole + whole));
        broken.add(json("[" + whole + "]"));
        broken.add(json("[".repeat(5000)));
        broken.add(json("{'a':".repeat(5000)));
        replaceEach(read(body), List.of(), body, broken);
        return broken;
    }

    private static void replaceEach(JsonNode node, List<String> path, byte[] body, List<byte[]> broken) {
        if (!path.isEmpty()) {
            INTRUDERS.forEach(intruder -> broken.add(with(body, path, intruder)));
            broken.add(without(body, path));
        }
        node.properties().forEach(member -> {
            List<String> deeper = new ArrayList<>(path);
            deeper.add(member.getKey());
            replaceEach(member.getValue(), deeper, body, broken);
        });
    }

    private static byte[] with(byte[] body, List<String> path, String intruder) {
        String mark = "\"@here@\"";
        JsonNode root = read(body);
        ObjectNode parent = parent(root, path);
        parent.put(path.get(path.size() - 1), "@here@");
        return root.toString().replace(mark, intruder).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] without(byte[] body, List<String> path) {
        JsonNode root = read(body);
        parent(root, path).remove(path.get(path.size() - 1));
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode parent(JsonNode root, List<String> path) {
        JsonNode parent = root;
        for (String member : path.subList(0, path.size() - 1)) {
            parent = parent.get(member);
        }
        return (ObjectNode) parent;
    }

    /** Leniently: what is not JSON is null. */
    public static JsonNode read(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (IOException e) {
            return MAPPER.nullNode();
        }
    }
}
