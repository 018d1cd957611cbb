package io.oncegate.runtime;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Where the process begins, and where a start that was refused ends: in sentences, without a stack trace. */
@QuarkusMain
public final class Main {

    /** Held, because a logger that nobody holds forgets its level. */
    private static final Logger VERSION_BANNER = Logger.getLogger("org.hibernate.validator.internal.util.Version");

    Main() {}

    /** Runs the service until the process is told to end. */
    public static void main(String... arguments) {
        VERSION_BANNER.setLevel(Level.WARNING);
        // A target that is no URI is refused by the service, with a problem; the framework's check has an empty answer.
        System.setProperty("vertx.disableURIValidation", "true");
        Quarkus.run(Running.class, Main::ended, arguments);
    }

    private static void ended(int exitCode, @Nullable Throwable failure) {
        if (failure != null) {
            Optional<List<String>> sentences = StartRefusal.sentences(failure);
            sentences.ifPresentOrElse(
                    all -> all.forEach(System.err::println),
                    () -> org.jboss.logging.Logger.getLogger(Main.class).error("The service did not start", failure));
        }
        ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(exitCode, failure);
    }
}
