package io.oncegate.testsupport;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** A program that tests tagged {@code external} need and that no build brings along. */
public final class ExternalProgram {

    private ExternalProgram() {}

    /** Where {@code name} is installed; fails the test when it is nowhere, since a test that is skipped proves nothing. */
    public static Path find(String name) {
        return folders()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("%s is not installed; .ci/run names its package.".formatted(name)));
    }

    /** Those of the path, those of servers, which are on nobody's path but root's, and that of Kannel's own fakes. */
    private static Stream<String> folders() {
        var path = Arrays.stream(System.getenv("PATH").split(File.pathSeparator));
        return Stream.concat(path, Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/lib/kannel/test"));
    }
}
