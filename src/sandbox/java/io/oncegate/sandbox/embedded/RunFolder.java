package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder of one run: programs, data, logs and the pid files of the servers. A lock that the kernel gives back when
 * the owner dies tells a live folder from one that a killed machine or run has left; {@link #create} removes the latter.
 */
final class RunFolder {
    private static final String PREFIX = "run-";
    private static final String OWNER = "owner";

    /** Reachable as long as the process lives: a collected channel would be closed, and its lock gone. */
    private static final List<FileChannel> LOCKED = new ArrayList<>();

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /** A new and empty folder that is this process's own until it ends. */
    static RunFolder create() throws IOException {
        var base = base();
        // One at a time, or a sweep could take a folder that is made but not locked yet for a left one.
        try (var turn = open(base.resolve("turn"));
                var lock = turn.lock()) {
            assert lock.isValid();
            new Sweep(base, PREFIX, OWNER).run();
            var path = Files.createTempDirectory(base, PREFIX);
            lockForLife(path.resolve(OWNER));
            return new RunFolder(path);
        }
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static void lockForLife(Path owner) throws IOException {
        var channel = open(owner);
        LOCKED.add(channel);
        if (channel.tryLock() == null) {
            throw new IOException("The new folder %s already has an owner.".formatted(owner.getParent()));
        }
    }

    /** One folder per user, so that root and others do not stand in each other's way. */
    private static Path base() throws IOException {
        var user = System.getProperty("user.name");
        var base = Path.of(System.getProperty("java.io.tmpdir"), "oncegate-sandbox-" + user);
        try {
            // Others may pass, not look: PostgreSQL may have to run as another user, see Unprivileged.
            return Files.createDirectory(
                    base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
        } catch (FileAlreadyExistsException exists) {
            // The name can be guessed, and a stranger's folder is no place for data.
            var ours = Files.isDirectory(base) && Files.getOwner(base).getName().equals(user);
            return ours ? base : Files.createTempDirectory("oncegate-sandbox-");
        }
    }
}
