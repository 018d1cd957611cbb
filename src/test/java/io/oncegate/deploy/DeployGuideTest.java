package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code deploy/README.md} sends its reader to is there. */
class DeployGuideTest {
    private static final Path GUIDE = Path.of("deploy", "README.md");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)(?:#([^)]*))?\\)");
    private static final Pattern VARIABLE = Pattern.compile("`(ONCEGATE_[A-Z_]+)[`=]");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        var links = found(LINK);

        assertThat(links).hasSizeGreaterThan(20);
        for (var link : links) {
            var file = link.group(1).isEmpty()
                    ? GUIDE
                    : GUIDE.resolveSibling(link.group(1)).normalize();
            assertThat(file).exists();
            if (link.group(2) != null) {
                assertThat(anchors(file)).as("headings of %s", file).contains(link.group(2));
            }
        }
    }

    @Test
    void everyVariableIsASetting() throws IOException {
        assertThat(found(VARIABLE))
                .isNotEmpty()
                .allSatisfy(variable -> assertThat(variable.group(1)).matches(OwnSettings::isKnown, "is a setting"));
    }

    private static List<MatchResult> found(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(GUIDE)).results().toList();
    }

    private static List<String> anchors(Path markdown) throws IOException {
        return Files.readString(markdown)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(heading -> heading.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
