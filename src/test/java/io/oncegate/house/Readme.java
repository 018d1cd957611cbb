package io.oncegate.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The project's first page, as far as tests hold it to the code. */
public final class Readme {
    private static final Path FILE = Path.of("README.md");
    private static final String CELLS = "\\s*\\|\\s*";

    private Readme() {}

    public static String text() throws IOException {
        return Files.readString(FILE);
    }

    /**
     * The rows of the first table below {@code heading}, its head left out. A cell holds no bar, so a row is as many
     * cells as the table has columns.
     */
    public static List<List<String>> table(String heading) throws IOException {
        return table(FILE, heading);
    }

    /** The same of another page. */
    public static List<List<String>> table(Path page, String heading) throws IOException {
        return Files.readString(page)
                .lines()
                .dropWhile(line -> !line.equals(heading))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(Readme::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return List.of(row.strip().substring(1).strip().split(CELLS));
    }
}
