package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.orders.payment.Verdict;
import io.oncegate.orders.payment.Verdict.Outcome;
import io.oncegate.problem.Members;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body that says what became of a payment, read and checked. */
final class VerdictBody {

    /** What the column holds, wider than any provider's. */
    private static final int LONGEST_EXTERNAL_ID = 255;

    private static final int LONGEST_NOTE = 500;

    private VerdictBody() {}

    /** As the API's description shows it. */
    @Schema(name = "PaymentVerdict")
    record ToPost(
            @JsonProperty("outcome")
            @Schema(
                    required = true,
                    description =
                            "succeeded: the money moved. not_executed: it did not, and will not. declined: the means"
                                    + " of payment was refused. refunded: it moved, and was given back",
                    enumeration = {"succeeded", "not_executed", "declined", "refunded"})
            String outcome,

            @JsonProperty("external_id")
            @Schema(
                    description = "What the provider calls the payment; required where it succeeded",
                    minLength = 1,
                    maxLength = LONGEST_EXTERNAL_ID,
                    pattern = "^[!-~]+$")
            String externalId,

            @JsonProperty("note")
            @Schema(
                    required = true,
                    description = "Why, for the audit",
                    minLength = 1,
                    maxLength = LONGEST_NOTE,
                    pattern = "\\S")
            String note) {}

    static Verdict read(JsonNode body) {
        Members members = Members.of(body);
        Outcome outcome = members.requiredEnum("outcome", Outcome.class);
        // An outcome that is none has a stand-in, of which nothing follows.
        boolean succeeded = outcome == Outcome.SUCCEEDED && members.errors().isEmpty();
        Optional<String> externalId = members.optionalString("external_id", 1, LONGEST_EXTERNAL_ID);
        members.check(
                externalId.map(VerdictBody::isVisible).orElse(true),
                "external_id",
                "must consist of visible ASCII characters");
        members.check(
                !succeeded || externalId.isPresent(), "external_id", "is required where the outcome is succeeded");
        String note = members.requiredString("note", 1, LONGEST_NOTE);
        members.check(!note.isBlank(), "note", "must say why");
        return members.orRefuse(new Verdict(outcome, externalId.orElse(null), note));
    }

    private static boolean isVisible(String text) {
        return text.chars().allMatch(c -> c > ' ' && c <= '~');
    }
}
