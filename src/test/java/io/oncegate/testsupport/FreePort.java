package io.oncegate.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Ports for programs that cannot pick one themselves. One that was free may be taken a moment later: whoever starts such a
 * program tries again with another.
 */
public final class FreePort {

    private FreePort() {}

    /** A port of loopback that nobody listens on now. */
    public static int next() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    /** Whether somebody listens on {@code port} of loopback. */
    public static boolean isTaken(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
