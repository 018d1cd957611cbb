package io.oncegate.messages.kannel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Kannel's own fake of a carrier's centre: it takes every message, tells of each that it was delivered, and prints it.
 * What it has printed is the judge of what was sent.
 */
final class Carrier implements AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    /** {@code Got message 3: <Oncegate +4915123456789 text hello>}. */
    private static final Pattern TAKEN = Pattern.compile("Got message \\d+: <(\\S+) (\\S+) (\\S+) (.*)>$");

    private final ChildProcess process;

    private Carrier(ChildProcess process) {
        this.process = process;
    }

    /** It sends nothing by itself; the message is never sent. */
    static Carrier at(int port) {
        var program = ExternalProgram.find("fakesmsc").toString();
        var command = List.of(program, "-H", "127.0.0.1", "-r", String.valueOf(port), "-m", "0", "1 2 text none");
        return new Carrier(ChildProcess.start(new ProcessBuilder(command).redirectErrorStream(true)));
    }

    /** What it has taken so far. */
    List<Sms> taken() {
        return process.output().lines().stream()
                .flatMap(line -> TAKEN.matcher(line).results())
                .map(Sms::of)
                .toList();
    }

    List<String> texts() {
        return taken().stream().map(Sms::text).toList();
    }

    /** The link is gone; what it had taken stays known. */
    @Override
    public void close() {
        process.stop();
        var unused = process.output().awaitEnd(LONGEST_END);
    }

    /** One short message as it went over the link. */
    record Sms(String sender, String recipient, String coding, String text) {

        private static Sms of(MatchResult line) {
            var coding = line.group(3);
            return new Sms(line.group(1), line.group(2), coding, text(coding, line.group(4)));
        }

        private static String text(String coding, String printed) {
            return coding.equals("ucs-2")
                    ? new String(URLDecoder.decode(printed, ISO_8859_1).getBytes(ISO_8859_1), UTF_16BE)
                    : printed;
        }
    }
}
