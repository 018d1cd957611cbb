package io.oncegate.messages.kannel;

import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.oncegate.testsupport.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real Kannel on ports of loopback, with a user for the service and a link to a carrier that nobody answers yet. */
final class Kannel implements AutoCloseable {
    static final String USER = "oncegate";
    static final String PASSWORD = "p&ss word+";

    /** A number that the user may not send to. */
    static final String REFUSED = "+4915199999999";

    private static final int MOST_STARTS = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    /** Receipts are brought again every second, so that a service that is away for a while gets them. */
    private static final String CONFIGURATION = """
            group = core
            admin-port = %d
            admin-interface = 127.0.0.1
            admin-password = admin
            smsbox-port = %d
            smsbox-interface = 127.0.0.1
            box-allow-ip = 127.0.0.1
            store-type = spool
            store-location = "%s"
            dlr-storage = internal

            group = smsc
            smsc = fake
            smsc-id = carrier
            port = %d
            our-host = 127.0.0.1
            connect-allow-ip = 127.0.0.1

            group = smsbox
            bearerbox-host = 127.0.0.1
            sendsms-port = %d
            sendsms-interface = 127.0.0.1
            http-request-retry = 300
            http-queue-delay = 1

            group = sendsms-user
            username = "%s"
            password = "%s"
            black-list-regex = "^.4915199999999$"
            default-sender = Oncegate
            max-messages = 10
            concatenation = true
            """;

    private final Ports ports;
    private final ChildProcess bearerbox;
    private final ChildProcess smsbox;

    private Kannel(Ports ports, ChildProcess bearerbox, ChildProcess smsbox) {
        this.ports = ports;
        this.bearerbox = bearerbox;
        this.smsbox = smsbox;
    }

    /** Nobody listened there a moment ago. */
    private record Ports(int admin, int boxes, int carrier, int service) {

        static Ports free() {
            return new Ports(FreePort.next(), FreePort.next(), FreePort.next(), FreePort.next());
        }
    }

    /** Returns when it listens; {@code folder} becomes its own. */
    static Kannel in(Path folder) {
        for (var start = 1; start <= MOST_STARTS; start++) {
            var ports = Ports.free();
            var configuration = configure(folder, ports);
            var bearerbox = start("bearerbox", configuration);
            if (listens(bearerbox, ports.boxes) && FreePort.isTaken(ports.carrier)) {
                var smsbox = start("smsbox", configuration);
                if (listens(smsbox, ports.service)) {
                    return new Kannel(ports, bearerbox, smsbox);
                }
                smsbox.close();
            }
            bearerbox.close();
        }
        throw new AssertionError("Kannel does not start.");
    }

    /** For the service. */
    URI url() {
        return URI.create("http://127.0.0.1:" + ports.service);
    }

    /** From now on the carrier is there, until it is closed. */
    Carrier carrier() {
        return Carrier.at(ports.carrier);
    }

    /** Asked to end, it would first try to bring the receipts that nobody takes any more. */
    @Override
    public void close() {
        smsbox.close();
        bearerbox.close();
    }

    private static Path configure(Path folder, Ports ports) {
        try {
            var store = Files.createDirectories(folder.resolve("store"));
            var text = CONFIGURATION.formatted(
                    ports.admin, ports.boxes, store, ports.carrier, ports.service, USER, PASSWORD);
            return Files.writeString(folder.resolve("kannel.conf"), text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static ChildProcess start(String program, Path configuration) {
        var command = List.of(ExternalProgram.find(program).toString(), configuration.toString());
        return ChildProcess.start(new ProcessBuilder(command).redirectErrorStream(true));
    }

    private static boolean listens(ChildProcess process, int port) {
        await().atMost(LONGEST_START).until(() -> FreePort.isTaken(port) || !process.isAlive());
        return process.isAlive();
    }
}
