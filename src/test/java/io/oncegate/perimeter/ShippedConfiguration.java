package io.oncegate.perimeter;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The files of {@code deploy/nginx}, and copies of them that a test can run. Ports and paths become the test's, and the
 * rates so slow that nothing is forgotten while a test counts: a burst is then exact, however fast the machine is.
 * Everything else is as it ships, bursts included.
 */
final class ShippedConfiguration {
    private static final Path FOLDER = Path.of("deploy", "nginx");
    private static final String SLOWEST_RATE = "rate=1r/m";

    /** Lets a client at 127.0.0.1 be any other: addresses of IPv6 cannot be had on loopback. */
    static final String CLIENT_ADDRESS = "X-Address-Of-A-Test";

    private static final String ADDRESSES = """
            set_real_ip_from 127.0.0.1;
            real_ip_header   %s;
            """.formatted(CLIENT_ADDRESS);

    private ShippedConfiguration() {}

    /** The number behind {@code name=} in the directive {@code directive} of a zone. */
    static int number(String directive, String zone, String name) {
        return number("(?m)^ *%s [^;\\n]*zone=%s\\b[^;\\n]*\\b%s=(\\d+)".formatted(directive, zone, name));
    }

    /** How many requests of one address may be on their way. */
    static int mostInFlight() {
        return number("(?m)^ *limit_conn in_flight_by_address (\\d+);");
    }

    private static int number(String pattern) {
        var found = Pattern.compile(pattern).matcher(read("nginx.conf"));
        if (!found.find()) {
            throw new AssertionError("The shipped configuration has no " + pattern);
        }
        return Integer.parseInt(found.group(1));
    }

    /** Writes what nginx needs to run in {@code folder}, listening on {@code port} in front of {@code instances}. */
    static void install(Path folder, int port, List<URI> instances) {
        write(folder, "nginx.conf", replaced(read("nginx.conf"), "rate=\\d+r/s", SLOWEST_RATE));
        write(folder, "site.conf", site(folder, port));
        write(
                folder,
                "upstream.conf",
                instances.stream().map(ShippedConfiguration::upstream).collect(joining()));
        write(folder, "origins.conf", replaced(read("origins.conf"), "#   (https://shop)", "$1"));
        write(folder.resolve("http.d"), "test.conf", paths(folder) + ADDRESSES);
    }

    private static String upstream(URI instance) {
        return replaced(read("upstream.conf"), "127\\.0\\.0\\.1:8080", instance.getAuthority());
    }

    private static String site(Path folder, int port) {
        var here = replaced(read("site.conf"), "(?m)^listen 80;", "listen 127.0.0.1:%d;".formatted(port));
        here = replaced(here, "(?m)^listen \\[::]:80;\n", "");
        return replaced(here, "/var/log/nginx", folder.toString());
    }

    /** The compiled-in ones are for root alone. */
    private static String paths(Path folder) {
        return """
                client_body_temp_path %1$s/body;
                proxy_temp_path       %1$s/proxy;
                fastcgi_temp_path     %1$s/fastcgi;
                uwsgi_temp_path       %1$s/uwsgi;
                scgi_temp_path        %1$s/scgi;
                """.formatted(folder);
    }

    private static String replaced(String text, String pattern, String by) {
        var changed = text.replaceAll(pattern, by);
        if (changed.equals(text)) {
            throw new AssertionError("The shipped configuration has no " + pattern);
        }
        return changed;
    }

    private static String read(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static void write(Path folder, String file, String text) {
        try {
            Files.writeString(Files.createDirectories(folder).resolve(file), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
