package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One HTTP/1.1 connection over a plain socket. It sends what it is told to, right or wrong, never twice, and can leave
 * at any byte. Answers to {@code HEAD} are not understood.
 */
public final class RawHttp implements AutoCloseable {
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
    private static final int FIRST_FINAL_STATUS = 200;
    private static final int HEX = 16;
    private static final int SMALLEST_BUFFER = 4096;

    private final Socket socket;
    private final InputStream input;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new BufferedInputStream(socket.getInputStream());
    }

    public static RawHttp connect(URI server) {
        return connect(server, new Socket());
    }

    /** One that comes from {@code localAddress}, such as {@code 127.0.0.2}: all of 127/8 is loopback on Linux. */
    public static RawHttp connectFrom(String localAddress, URI server) {
        try {
            var socket = new Socket();
            socket.bind(new InetSocketAddress(localAddress, 0));
            return connect(server, socket);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** One whose own system takes in as little as it can, so that what is not read soon stays with the server. */
    public static RawHttp connectForSlowReading(URI server) {
        try {
            var socket = new Socket();
            socket.setReceiveBufferSize(SMALLEST_BUFFER);
            return connect(server, socket);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static RawHttp connect(URI server, Socket socket) {
        try {
            socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) LONGEST_SILENCE.toMillis());
            return new RawHttp(socket);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** One request on a connection of its own, and its answer. */
    public static RawResponse exchange(URI server, RawRequest request) {
        try (var connection = connect(server)) {
            return connection.send(request).receive();
        }
    }

    @CanIgnoreReturnValue
    public RawHttp send(RawRequest request) {
        return send(request.bytes());
    }

    /** Sends the beginning of a request, {@code count} bytes of it. */
    @CanIgnoreReturnValue
    public RawHttp sendFirst(int count, RawRequest request) {
        return send(Arrays.copyOf(request.bytes(), count));
    }

    @CanIgnoreReturnValue
    public RawHttp send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The next answer; interim ones (1xx) are passed over. */
    public RawResponse receive() {
        var response = receiveInterim();
        while (response.status() < FIRST_FINAL_STATUS) {
            response = receiveInterim();
        }
        return response;
    }

    /** The next answer, which may be an interim one (1xx). */
    public RawResponse receiveInterim() {
        try {
            return readOne();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Returns when an answer has begun, and reads nothing of it. */
    public RawHttp awaitFirstByte() {
        try {
            input.mark(1);
            if (input.read() < 0) {
                throw new EOFException("The server closed the connection.");
            }
            input.reset();
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Whether something of an answer is there already. */
    public boolean hasAnswer() {
        try {
            return input.available() > 0;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Whether the server closes the connection without another byte. */
    public boolean isClosedByServer() {
        try {
            return input.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Leaves without a farewell: the server sees a reset. */
    public void hangUp() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }

    private RawResponse readOne() throws IOException {
        var status = Integer.parseInt(line().split(" ", 3)[1]);
        var headers = new ArrayList<Map.Entry<String, String>>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            headers.add(Map.entry(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        var head = new RawResponse(status, List.copyOf(headers), new byte[0]);
        return new RawResponse(status, head.headers(), body(head));
    }

    private byte[] body(RawResponse head) throws IOException {
        if (head.status() < FIRST_FINAL_STATUS || head.status() == 204 || head.status() == 304) {
            return new byte[0];
        }
        if (head.header("Transfer-Encoding").isPresent()) {
            return chunks();
        }
        var length = head.header("Content-Length");
        return length.isPresent() ? exactly(Integer.parseInt(length.get())) : input.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (var size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(exactly(size));
            var unusedEndOfChunk = line();
        }
        var unusedEndOfBody = line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().split(";", 2)[0].strip(), HEX);
    }

    private byte[] exactly(int length) throws IOException {
        var bytes = input.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The answer ends after %d of %d bytes.".formatted(bytes.length, length));
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("The server closed the connection.");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
