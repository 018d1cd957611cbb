package io.oncegate.outbound;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A server of plain sockets on loopback that does to each connection what a test wants, right or wrong, and remembers
 * what came. Each connection has a thread of its own.
 */
public final class RawPeer implements AutoCloseable {

    /** What happens on one connection; it is closed afterwards, however that ends. */
    @FunctionalInterface
    public interface Behaviour {
        void serve(Connection connection) throws IOException;
    }

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)\r\n");

    private final ServerSocket server;
    private final Behaviour behaviour;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "raw-peer");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger bytes = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    private RawPeer(Behaviour behaviour) {
        this.behaviour = behaviour;
        try {
            this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        threads.execute(this::accept);
    }

    public static RawPeer that(Behaviour behaviour) {
        return new RawPeer(behaviour);
    }

    /** One that answers every request with these bytes. */
    public static RawPeer answering(String answer) {
        return that(connection -> {
            while (connection.request().isPresent()) {
                connection.send(answer);
            }
        });
    }

    /** A whole answer with this status and body. */
    public static String answer(int status, String body) {
        return "HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Whole requests so far, as they came. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Connections so far. */
    public int connections() {
        return sockets.size();
    }

    /** Connections that are over. */
    public int ended() {
        return ended.get();
    }

    /** Bytes so far, of requests or of anything else. */
    public int bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (var socket : sockets) {
                socket.close();
            }
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                sockets.add(socket);
                threads.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            behaviour.serve(new Connection(socket));
        } catch (IOException broken) {
            // The client has gone; that is for the test to judge.
        } finally {
            ended.incrementAndGet();
        }
    }

    /** One connection, as its behaviour has it. */
    public final class Connection {
        private final Socket socket;
        private final InputStream input;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.input = new BufferedInputStream(socket.getInputStream());
        }

        /** The next whole request; none when the client closes. */
        @CanIgnoreReturnValue
        public Optional<String> request() throws IOException {
            var head = new ByteArrayOutputStream();
            while (!endsWithEmptyLine(head)) {
                var next = read();
                if (next < 0) {
                    return Optional.empty();
                }
                head.write(next);
            }
            var text = head.toString(StandardCharsets.ISO_8859_1);
            var length = LENGTH.matcher(text);
            var body = new ByteArrayOutputStream();
            for (var left = length.find() ? Integer.parseInt(length.group(1)) : 0; left > 0; left--) {
                body.write(read());
            }
            var request = text + body.toString(StandardCharsets.ISO_8859_1);
            requests.add(request);
            return Optional.of(request);
        }

        public void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public void send(byte[] some) throws IOException {
            socket.getOutputStream().write(some);
            socket.getOutputStream().flush();
        }

        /** Returns when the client has closed. */
        public void awaitEnd() throws IOException {
            while (read() >= 0) {
                // Counted.
            }
        }

        /** Leaves without a farewell: the client sees a reset. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        private int read() throws IOException {
            var next = input.read();
            if (next >= 0) {
                bytes.incrementAndGet();
            }
            return next;
        }

        private static boolean endsWithEmptyLine(ByteArrayOutputStream head) {
            return head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n");
        }
    }
}
