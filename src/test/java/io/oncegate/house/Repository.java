package io.oncegate.house;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The files of this project, as they lie on disk: with or without a version control beside them.
 *
 * @param root the folder that holds them
 */
record Repository(Path root) {
    private static final Set<String> NOT_OURS =
            Set.of(".git", "target", "node_modules", ".idea", ".vscode", ".settings");

    List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return isOurs(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isOurs(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** What lies at the top, but for what a name with a dot in front hides. */
    List<String> top() throws IOException {
        try (var all = Files.list(root)) {
            return all.filter(Repository::isOurs)
                    .map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    /** The files in which {@code text} stands, in capitals or not. */
    List<Path> containing(String text) throws IOException {
        var found = new ArrayList<Path>();
        for (var file : files()) {
            var content = Files.readString(file, StandardCharsets.ISO_8859_1);
            if (content.toLowerCase(Locale.ROOT).contains(text)) {
                found.add(root.relativize(file));
            }
        }
        return found;
    }

    private static boolean isOurs(Path path) {
        return !NOT_OURS.contains(String.valueOf(path.getFileName()));
    }
}
