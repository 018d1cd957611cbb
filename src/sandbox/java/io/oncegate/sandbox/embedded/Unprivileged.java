package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** PostgreSQL refuses to run as root; containers and build machines often have no one else. */
final class Unprivileged {
    /** The user "nobody" of every Linux. */
    private static final int NOBODY = 65534;

    private Unprivileged() {}

    /** What to put before a command that works in {@code folder}, so that it does not see itself as root. */
    static List<String> commandPrefix(Path folder) throws IOException {
        if (!Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid"))) {
            return List.of();
        }
        // A user namespace of its own: outside it is still root, so the files may stay root's.
        if (Commands.succeeds("unshare", "--user", "true")) {
            return List.of("unshare", "--user");
        }
        // Containers often forbid namespaces; becoming somebody else needs the files to be theirs.
        Commands.run(List.of("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()));
        return List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    }
}
