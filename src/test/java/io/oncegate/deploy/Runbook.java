package io.oncegate.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What is to be done when something is wrong, by its headings.
 *
 * @param sections the text below each heading up to the next one, by the anchor that leads to it
 */
record Runbook(Map<String, String> sections) {
    private static final Path FILE = Path.of("src", "site", "markdown", "runbook.md");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$");

    static Runbook read() {
        var sections = new LinkedHashMap<String, List<String>>();
        var current = new ArrayList<String>();
        for (var line : lines()) {
            var heading = HEADING.matcher(line);
            if (heading.find()) {
                current = new ArrayList<>();
                sections.put(anchor(heading.group(1)), current);
            } else {
                current.add(line);
            }
        }
        var texts = new LinkedHashMap<String, String>();
        sections.forEach((anchor, text) -> texts.put(anchor, String.join("\n", text)));
        return new Runbook(texts);
    }

    String text() {
        return String.join("\n", sections.values());
    }

    /** As it is made of a heading where Markdown is shown: small letters, digits and hyphens. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
