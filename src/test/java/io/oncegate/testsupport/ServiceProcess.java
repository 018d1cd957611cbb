package io.oncegate.testsupport;

import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The packaged service as a process of its own: it can be killed, paused and started again. */
public final class ServiceProcess implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofSeconds(90);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ServiceLaunch launch;
    private ChildProcess process;
    private ServiceAddresses addresses;

    ServiceProcess(ServiceLaunch launch) {
        this.launch = launch;
        start();
    }

    /** Of the API; another one after a restart. */
    public URI url() {
        return addresses.api();
    }

    /** Of health and metrics; another one after a restart. */
    public URI managementUrl() {
        return addresses.management();
    }

    /** What it has logged since its latest start. */
    public LineLog log() {
        return process.output();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** As a crash, or an operator out of patience, would end it. */
    public void kill9() {
        process.kill9();
    }

    /** As a deployment ends it; returns the exit code. */
    @CanIgnoreReturnValue
    public int stop() {
        return process.stop();
    }

    /** Everything in it stands still, as in a long pause of the garbage collector or of the machine. */
    public void pause() {
        process.signal("STOP");
    }

    public void resume() {
        process.signal("CONT");
    }

    /** Starts it again as before, after ending it if it still runs. */
    public void restart() {
        if (process.isAlive()) {
            stop();
        }
        start();
    }

    @Override
    public void close() {
        process.close();
    }

    private void start() {
        process = launch.launch();
        try {
            addresses = readAddresses();
            await().atMost(LONGEST_START).until(this::isReady);
        } catch (RuntimeException | Error failed) {
            process.close();
            throw failed;
        }
    }

    private ServiceAddresses readAddresses() {
        return log().awaitLine(line -> ServiceAddresses.in(line).isPresent(), LONGEST_START)
                .flatMap(ServiceAddresses::in)
                .orElseThrow(() ->
                        new AssertionError("The service ended: " + String.join(System.lineSeparator(), log().lines())));
    }

    private boolean isReady() throws InterruptedException {
        var request = HttpRequest.newBuilder(managementUrl().resolve("/q/health/ready"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
