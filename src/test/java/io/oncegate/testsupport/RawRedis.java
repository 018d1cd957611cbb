package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a Redis over a plain socket. Words are sent as text, or as they are if they are bytes. Replies are
 * strings of a character for each byte, longs, lists, null, or {@link Refused}. Commands can be sent ahead of the replies
 * to earlier ones.
 */
public final class RawRedis implements AutoCloseable {
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);

    private final Socket socket;
    private final DataInputStream input;
    private final OutputStream output;

    /** An error that Redis answered. */
    public record Refused(String message) {}

    private RawRedis(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.output = new BufferedOutputStream(socket.getOutputStream());
        socket.setSoTimeout((int) LONGEST_SILENCE.toMillis());
    }

    public static RawRedis connect(String url) {
        var uri = URI.create(url);
        try {
            return new RawRedis(new Socket(uri.getHost(), uri.getPort()));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Sends a command and waits for its reply. */
    @CanIgnoreReturnValue
    public @Nullable Object call(Object... words) {
        send(List.of(words));
        return receive();
    }

    /** The number that a command replies. */
    public long number(Object... words) {
        return (Long) call(words);
    }

    /** Sends a command; its reply has to be received some time. */
    public void send(List<?> words) {
        try {
            write("*" + words.size());
            for (var word : words) {
                var bytes = word instanceof byte[] raw ? raw : word.toString().getBytes(StandardCharsets.UTF_8);
                write("$" + bytes.length);
                output.write(bytes);
                write("");
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public @Nullable Object receive() {
        try {
            output.flush();
            return reply();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** How often a command was called on this server, by {@code INFO commandstats}. */
    public long callsOf(String command) {
        var name = "cmdstat_" + command + ":calls=";
        return String.valueOf(call("INFO", "commandstats"))
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length(), line.indexOf(','))))
                .sum();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }

    private void write(String line) throws IOException {
        output.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private @Nullable Object reply() throws IOException {
        var line = line();
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new Refused(rest);
            case ':' -> Long.parseLong(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("not a reply: " + line);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        var bytes = new byte[length + 2];
        input.readFully(bytes);
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private @Nullable List<@Nullable Object> list(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        var list = new ArrayList<@Nullable Object>(length);
        for (var i = 0; i < length; i++) {
            list.add(reply());
        }
        return list;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (var next = input.readByte(); next != '\r'; next = input.readByte()) {
            line.append((char) next);
        }
        var unused = input.readByte();
        return line.toString();
    }
}
