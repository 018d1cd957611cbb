package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * The machine this runs on, in the words of the libraries that carry the servers' programs.
 *
 * @param system {@code linux} or {@code darwin}
 * @param arm whether the processor is a 64-bit ARM; else it is a 64-bit x86
 */
record Platform(String system, boolean arm) {

    static Platform current() {
        var mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        return new Platform(
                mac ? "darwin" : "linux", System.getProperty("os.arch").equals("aarch64"));
    }

    InputStream postgresArchive() throws IOException {
        return resource("/postgres-%s-%s.txz".formatted(system, arm ? "arm_64" : "x86_64"));
    }

    InputStream redisProgram() throws IOException {
        return resource("/redis-server-7.0.15-%s-%s".formatted(system, arm ? "arm64" : "amd64"));
    }

    private InputStream resource(String name) throws IOException {
        var resource = Platform.class.getResourceAsStream(name);
        if (resource == null) {
            throw new IOException("There is no embedded server for this machine: %s is missing.".formatted(name));
        }
        return resource;
    }
}
