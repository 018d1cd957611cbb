package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.overload.Profile;
import io.oncegate.problem.Members;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The profile that the service is in, as it is asked for and answered. */
@Schema(name = "Profile")
record ProfileView(
        @JsonProperty("profile")
        @Schema(
                required = true,
                enumeration = {"normal", "degraded", "emergency"})
        String profile) {

    static ProfileView of(Profile profile) {
        return new ProfileView(profile.wire());
    }

    static Profile read(JsonNode body) {
        Members members = Members.of(body);
        return members.orRefuse(members.requiredEnum("profile", Profile.class));
    }
}
