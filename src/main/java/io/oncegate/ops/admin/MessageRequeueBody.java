package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.messages.SendAgain;
import io.oncegate.problem.Members;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The body that has a message sent again, read and checked. Only a message that may have been sent needs one. */
final class MessageRequeueBody {

    private static final int LONGEST_NOTE = 500;

    private MessageRequeueBody() {}

    /** As the API's description shows it. */
    @Schema(name = "MessageRequeue")
    record ToPost(
            @JsonProperty("may_duplicate")
            @Schema(
                    description =
                            "Its recipient may get it twice; must be true where it is unknown whether it was sent",
                    defaultValue = "false")
            boolean mayDuplicate,

            @JsonProperty("note")
            @Schema(
                    description = "Why, for the audit; required with may_duplicate",
                    minLength = 1,
                    maxLength = LONGEST_NOTE,
                    pattern = "\\S")
            String note) {}

    static SendAgain read(JsonNode body) {
        Members members = Members.of(body);
        boolean mayDuplicate = members.optionalBoolean("may_duplicate").orElse(false);
        Optional<String> note = members.optionalString("note", 1, LONGEST_NOTE);
        members.check(note.isPresent() || !mayDuplicate, "note", "is required where the message may be sent twice");
        members.check(note.map(text -> !text.isBlank()).orElse(true), "note", "must say why");
        return members.orRefuse(new SendAgain(mayDuplicate, note.orElse(null)));
    }
}
