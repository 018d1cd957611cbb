package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Removes what runs have left whose watcher was killed too: their folders, and any server that still works in one.
 *
 * @param base where the folders of all runs are
 * @param prefix how their names begin
 * @param owner the file in each that its run keeps locked
 */
record Sweep(Path base, String prefix, String owner) {

    void run() throws IOException {
        for (var folder : runs()) {
            try {
                if (isLeft(folder)) {
                    endServers(folder);
                    delete(folder);
                }
            } catch (NoSuchFileException removed) {
                // Its watcher was faster.
            }
        }
    }

    private List<Path> runs() throws IOException {
        try (var all = Files.list(base)) {
            return all.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    private boolean isLeft(Path folder) throws IOException {
        try (var file = RunFolder.open(folder.resolve(owner));
                var lock = file.tryLock()) {
            return lock != null;
        }
    }

    private static void endServers(Path folder) throws IOException {
        try (var pidFiles = Files.newDirectoryStream(folder, "*.pid")) {
            for (var file : pidFiles) {
                processOf(file).filter(process -> worksIn(folder, process)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static Optional<ProcessHandle> processOf(Path pidFile) throws IOException {
        var pid = Files.readString(pidFile).strip();
        return pid.isEmpty() ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid));
    }

    /** The number may long be another process's: ours name their folder on their command line. */
    private static boolean worksIn(Path folder, ProcessHandle process) {
        return process.info()
                .commandLine()
                .filter(line -> line.contains(folder.toString()))
                .isPresent();
    }

    /** A watcher may be removing the same folder at this moment; what it takes first is no failure. */
    private static void delete(Path folder) throws IOException {
        try (Stream<Path> inside = Files.walk(folder)) {
            for (var path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException vanished) {
            // Nothing is left to remove here.
        }
    }
}
