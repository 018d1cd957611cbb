package io.oncegate.caller;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import java.util.List;
import java.util.Optional;

/** The one credential of a request, out of its headers. */
final class Credential {

    static final String API_KEY_HEADER = "X-Api-Key";
    static final String AUTHORIZATION_HEADER = "Authorization";

    private static final String BEARER = "Bearer ";

    private Credential() {}

    /**
     * The text of the credential; empty where there is none, or one in a form that is not taken here.
     *
     * @throws ProblemException where there are two, even equal ones: guessing which one is meant would hide a mistake
     */
    static Optional<String> of(List<String> apiKeyLines, List<String> authorizationLines) {
        if (apiKeyLines.size() + authorizationLines.size() > 1) {
            throw Problem.of(
                            ProblemType.AMBIGUOUS_CREDENTIALS,
                            "Send one credential: either one X-Api-Key header or one Authorization header.")
                    .toException();
        }
        if (!apiKeyLines.isEmpty()) {
            return Optional.of(apiKeyLines.get(0));
        }
        return authorizationLines.stream()
                .filter(line -> line.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(line -> line.substring(BEARER.length()).strip())
                .findFirst();
    }
}
