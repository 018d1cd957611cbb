package io.oncegate.sandbox.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the kind of archive in which the PostgreSQL programs come. */
final class TarXz {
    private static final int EXECUTABLE = 0100;

    private TarXz() {}

    /** Fresh for each run: half a copy that a cleaner of temporary files has left behind cannot be told from a whole. */
    static void unpack(InputStream archive, Path folder) throws IOException {
        try (var entries = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
            for (var entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                write(entry, entries, entry.resolveIn(folder));
            }
        }
    }

    private static void write(TarArchiveEntry entry, InputStream content, Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, target);
        if ((entry.getMode() & EXECUTABLE) != 0 && !target.toFile().setExecutable(true, false)) {
            throw new IOException("%s cannot be made executable.".formatted(target));
        }
    }
}
