package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator reads about a setting is what a developer wrote above it: name, default and Javadoc. */
class ConfigurationTableTest {
    private static final String ELEMENT_OF_A_LIST = "[*]";

    @Test
    void theTableHoldsEachSettingAndNothingElse() throws IOException {
        assertThat(Readme.table("## Configuration"))
                .containsExactlyInAnyOrderElementsOf(settings().toList());
    }

    @Test
    void everySettingSaysWhatItIsFor() {
        assertThat(settings())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.get(2)).endsWith("."));
    }

    private static Stream<List<String>> settings() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.oncegate").stream()
                        .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
                        .flatMap(type ->
                                ConfigMappings.getProperties(ConfigClass.configClass(type.reflect()))
                                        .entrySet()
                                        .stream())
                        .filter(property -> !property.getKey().endsWith(ELEMENT_OF_A_LIST))
                        .map(property ->
                                row(property.getKey(), property.getValue().getMethod()));
    }

    private static List<String> row(String name, Method method) {
        var withDefault = method.getAnnotation(WithDefault.class);
        return List.of("`" + name + "`", withDefault == null ? "-" : "`" + withDefault.value() + "`", javadoc(method));
    }

    private static String javadoc(Method method) {
        var source = Path.of(
                "src/main/java",
                method.getDeclaringClass().getNestHost().getName().replace('.', '/') + ".java");
        var comment = Pattern.compile(
                "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*[\\w.<>]+\\s+" + method.getName()
                        + "\\(\\);",
                Pattern.DOTALL);
        try {
            var text = Files.readString(source);
            // Groups of one mapping may have settings of one name.
            var group = "interface " + method.getDeclaringClass().getSimpleName() + " ";
            var found = comment.matcher(text);
            assertThat(found.find(text.indexOf(group)))
                    .as("%s has a Javadoc", method)
                    .isTrue();
            return markdown(found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String markdown(String javadoc) {
        return javadoc.replaceAll("(?m)^\\s*\\*", "")
                .replaceAll("\\s+", " ")
                .replaceAll("<code>(.*?)</code>", "`$1`")
                .replaceAll("\\{@code (.*?)}", "`$1`")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .strip();
    }
}
