package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Redis that keeps everything in memory.
 *
 * @param port where it listens on loopback
 */
record RedisServer(int port) {
    private static final int PROBE_TIMEOUT_MILLIS = 1000;
    private static final String PONG = "+PONG";

    static RedisServer start(RunFolder folder) throws IOException {
        var program = folder.resolve("redis-server");
        try (var resource = Platform.current().redisProgram()) {
            Files.copy(resource, program);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("%s cannot be made executable.".formatted(program));
        }
        return new RedisServer(new ServerProcess(
                        folder, "redis-server", port -> serve(program, folder.path(), port), RedisServer::answers)
                .start());
    }

    private static List<String> serve(Path program, Path folder, int port) {
        return List.of(
                program.toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                ServerProcess.LOOPBACK,
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "no",
                // The command line stays as it is, and names the folder: a sweep knows its own by that.
                "--set-proc-title",
                "no");
    }

    private static boolean answers(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PROBE_TIMEOUT_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            var reply = socket.getInputStream().readNBytes(PONG.length());
            return new String(reply, StandardCharsets.US_ASCII).equals(PONG);
        } catch (IOException notYet) {
            return false;
        }
    }
}
