package io.oncegate.ops;

import static io.oncegate.problem.ProblemType.AMBIGUOUS_CREDENTIALS;
import static io.oncegate.problem.ProblemType.DEADLINE_EXCEEDED;
import static io.oncegate.problem.ProblemType.DRAINING;
import static io.oncegate.problem.ProblemType.FORBIDDEN;
import static io.oncegate.problem.ProblemType.INTERNAL;
import static io.oncegate.problem.ProblemType.LIMITER_UNAVAILABLE;
import static io.oncegate.problem.ProblemType.MALFORMED_REQUEST;
import static io.oncegate.problem.ProblemType.NOT_ACCEPTABLE;
import static io.oncegate.problem.ProblemType.OVERLOADED;
import static io.oncegate.problem.ProblemType.PAYLOAD_TOO_LARGE;
import static io.oncegate.problem.ProblemType.RATE_LIMITED;
import static io.oncegate.problem.ProblemType.STORAGE_UNAVAILABLE;
import static io.oncegate.problem.ProblemType.TENANT_SUSPENDED;
import static io.oncegate.problem.ProblemType.UNAUTHENTICATED;
import static io.oncegate.problem.ProblemType.UNSUPPORTED_MEDIA_TYPE;

import io.oncegate.problem.ProblemType;
import io.oncegate.problem.ProblemWriter;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.examples.Example;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * What the description of the API says of every operation, so that none has to: the problems that each of them may
 * answer, and the headers of each answer. Examples come from the problem types themselves. What an operation says of
 * itself stays as it is.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class CommonAnswers implements OASFilter {

    private static final String EXAMPLE_ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";

    /** Problems of one status, and what they mean to a caller. */
    private record Answer(String sentence, List<ProblemType> problems) {

        static Answer of(String sentence, ProblemType... problems) {
            return new Answer(sentence, List.of(problems));
        }

        String status() {
            return Integer.toString(problems.get(0).status());
        }
    }

    private static final List<Answer> OF_ANY_OPERATION = List.of(
            Answer.of("The request cannot be read.", MALFORMED_REQUEST, AMBIGUOUS_CREDENTIALS),
            Answer.of("The credential is missing or not valid.", UNAUTHENTICATED),
            Answer.of("The credential does not allow this.", FORBIDDEN, TENANT_SUSPENDED),
            Answer.of("The Accept header leaves out what the service answers.", NOT_ACCEPTABLE),
            Answer.of(
                    "The caller has sent more than its limits let pass. Nothing was done; the same request may be sent"
                            + " again after the wait, with the same key.",
                    RATE_LIMITED),
            Answer.of("The service failed. The same request may be sent again.", INTERNAL),
            Answer.of(
                    "The service cannot answer now; the same request may be sent again, with the same key.",
                    STORAGE_UNAVAILABLE,
                    DEADLINE_EXCEEDED,
                    OVERLOADED,
                    LIMITER_UNAVAILABLE,
                    DRAINING));

    /** Of each answer, the name of a header and of what describes it. */
    private static final Map<String, String> HEADERS = Map.of(
            "X-Request-Id", "RequestId",
            "RateLimit", "RateLimit",
            "RateLimit-Policy", "RateLimitPolicy",
            "X-RateLimit-Limit", "XRateLimitLimit",
            "X-RateLimit-Remaining", "XRateLimitRemaining",
            "X-RateLimit-Reset", "XRateLimitReset");

    private static final Set<Integer> WITH_WAIT = Set.of(429, 503);

    private static final List<Answer> OF_ANY_BODY = List.of(
            Answer.of("The body has more than 64 KiB.", PAYLOAD_TOO_LARGE),
            Answer.of("The body is not JSON in UTF-8, or has a coding.", UNSUPPORTED_MEDIA_TYPE));

    @Override
    public void filterOpenAPI(OpenAPI api) {
        operations(api).forEach(CommonAnswers::addCommonAnswers);
        Stream<APIResponse> own = operations(api)
                .flatMap(operation -> operation.getResponses().getAPIResponses().entrySet().stream())
                .map(CommonAnswers::asProblem);
        Stream<APIResponse> shared = api.getComponents().getResponses().values().stream();
        Stream.concat(own, shared).filter(response -> response.getRef() == null).forEach(CommonAnswers::addHeaders);
    }

    private static Stream<Operation> operations(OpenAPI api) {
        return api.getPaths().getPathItems().values().stream().flatMap(path -> path.getOperations().values().stream());
    }

    private static void addCommonAnswers(Operation operation) {
        Stream<Answer> answers = operation.getRequestBody() == null
                ? OF_ANY_OPERATION.stream()
                : Stream.concat(OF_ANY_OPERATION.stream(), OF_ANY_BODY.stream());
        answers.filter(answer -> !operation.getResponses().hasAPIResponse(answer.status()))
                .forEach(answer -> operation.getResponses().addAPIResponse(answer.status(), response(answer)));
    }

    private static APIResponse response(Answer answer) {
        APIResponse response = OASFactory.createAPIResponse()
                .description(answer.sentence())
                .content(OASFactory.createContent().addMediaType(ProblemWriter.MEDIA_TYPE, problem(answer.problems())));
        return WITH_WAIT.contains(answer.problems().get(0).status()) ? withRetryAfter(response) : response;
    }

    /** Some operations name the problem of a status, and leave it at that. */
    private static APIResponse asProblem(Map.Entry<String, APIResponse> named) {
        APIResponse response = named.getValue();
        boolean bare = response.getRef() == null && response.getContent() == null;
        if (bare && named.getKey().compareTo("400") >= 0) {
            List<ProblemType> problems =
                    named(response.getDescription()).stream().toList();
            response.content(OASFactory.createContent().addMediaType(ProblemWriter.MEDIA_TYPE, problem(problems)));
        }
        return response;
    }

    /** The type whose slug begins a description. */
    private static Optional<ProblemType> named(String description) {
        return Arrays.stream(ProblemType.values())
                .filter(type -> description.startsWith(type.slug()))
                .findFirst();
    }

    private static MediaType problem(List<ProblemType> types) {
        MediaType problem =
                OASFactory.createMediaType().schema(OASFactory.createSchema().ref("Problem"));
        types.forEach(type -> problem.addExample(type.slug(), example(type)));
        return problem;
    }

    private static Example example(ProblemType type) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("type", "/problems/" + type.slug());
        value.put("title", type.title());
        value.put("status", type.status());
        value.put("detail", "A sentence that says what to do.");
        value.put("instance", EXAMPLE_ID);
        value.put("retryable", type.retryable());
        value.put("next_key", type.nextKey().wire());
        if (WITH_WAIT.contains(type.status())) {
            value.put("retry_after_ms", 1000);
        }
        if (type == RATE_LIMITED) {
            value.put("violated-policies", List.of("client"));
        }
        return OASFactory.createExample().summary(type.title()).value(value);
    }

    private static void addHeaders(APIResponse response) {
        HEADERS.forEach((name, described) ->
                response.addHeader(name, OASFactory.createHeader().ref(described)));
    }

    private static APIResponse withRetryAfter(APIResponse response) {
        return response.addHeader("Retry-After", OASFactory.createHeader().ref("RetryAfter"));
    }
}
