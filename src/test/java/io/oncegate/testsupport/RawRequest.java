package io.oncegate.testsupport;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request written out byte by byte, for what no proper client would send. Headers are sent as given, in their order,
 * as often as given; only {@code Host} is added, and {@code Content-Length} for a body whose framing was not given.
 */
public final class RawRequest {
    private static final String CRLF = "\r\n";

    private final String requestLine;
    private final List<String> headerLines = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private RawRequest(String requestLine) {
        this.requestLine = requestLine;
    }

    public static RawRequest of(String method, String target) {
        return new RawRequest("%s %s HTTP/1.1".formatted(method, target)).header("Host", "oncegate.test");
    }

    public RawRequest header(String name, String value) {
        headerLines.add(name + ": " + value);
        return this;
    }

    /** Sends {@code bytes} with their length. */
    public RawRequest body(byte[] bytes) {
        body.writeBytes(bytes);
        return header("Content-Length", String.valueOf(bytes.length));
    }

    public RawRequest body(String text) {
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends {@code chunks} without a length. */
    public RawRequest chunked(byte[]... chunks) {
        for (var chunk : chunks) {
            write(Integer.toHexString(chunk.length) + CRLF);
            body.writeBytes(chunk);
            write(CRLF);
        }
        write("0" + CRLF + CRLF);
        return header("Transfer-Encoding", "chunked");
    }

    /** Sends {@code bytes} as they are; framing headers, or their absence, are the test's. */
    public RawRequest unframed(byte[] bytes) {
        body.writeBytes(bytes);
        return this;
    }

    /** All of it, head and body. */
    public byte[] bytes() {
        var head = requestLine + CRLF + String.join(CRLF, headerLines) + CRLF + CRLF;
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body.toByteArray());
        return all.toByteArray();
    }

    private void write(String text) {
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
