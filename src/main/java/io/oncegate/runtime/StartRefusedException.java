package io.oncegate.runtime;

import java.util.List;

/** The service cannot start as it was set up. Its message is a sentence for each reason, a line each. */
final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartRefusedException(List<String> sentences) {
        super(String.join("\n", sentences), null, false, false);
    }
}
