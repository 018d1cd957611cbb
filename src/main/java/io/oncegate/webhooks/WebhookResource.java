package io.oncegate.webhooks;

import io.oncegate.caller.WithoutCredential;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirementsSet;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /v1/webhooks/{account}}: hands over, and acknowledges in the source's own words. */
@Tag(name = "Providers", description = "What payment providers and message gateways call by themselves")
@Path("/v1/webhooks/{account}")
public class WebhookResource {

    private final Sources sources;
    private final ReceiveWebhook receive;

    WebhookResource(Sources sources, ReceiveWebhook receive) {
        this.sources = sources;
        this.receive = receive;
    }

    /** Receives a webhook. */
    @Operation(
            operationId = "receiveWebhook",
            summary = "Tell of a payment or a message",
            description =
                    "For the provider behind an account or a gateway, in its own format and signed in its own way:"
                            + " Stripe, Standard Webhooks, or the token of T-Bank. What is acknowledged is stored, and"
                            + " applied afterwards, once, however often it is told; a repeat gets the same"
                            + " acknowledgement. Of a provider that does not sign (YooKassa) nothing is believed: it"
                            + " is asked.")
    @RequestBody(
            required = true,
            description = "Any media type; the bytes are what is signed",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(type = SchemaType.OBJECT)))
    @APIResponse(
            responseCode = "200",
            description = "It is taken, or was before; in the words that the provider waits for",
            content = @Content(mediaType = MediaType.TEXT_PLAIN))
    @APIResponse(
            responseCode = "401",
            description = "signature-invalid: the signature is missing, is not of a secret of this account, or is older"
                    + " than it may be; nothing was taken")
    @APIResponse(
            responseCode = "403",
            description = "forbidden: a provider that does not sign sends from other addresses; nothing was taken")
    @APIResponse(responseCode = "404", description = "not-found: there is no account or gateway of this name")
    @APIResponse(responseCode = "415", description = "unsupported-media-type: the body has a coding")
    @SecurityRequirementsSet
    @WithoutCredential("what is told is proven by its signature, or believed by nobody")
    @POST
    public Uni<Response> receive(
            @RestPath("account")
                    @Parameter(description = "The configured account at a provider, or the gateway", example = "stripe")
                    String account,
            @Context RoutingContext http) {
        Source source = sources.find(account).orElseThrow(WebhookResource::noSuchSource);
        return receive.receive(source, http)
                .map(taken -> Response.ok(source.acknowledgement(), MediaType.TEXT_PLAIN_TYPE)
                        .build());
    }

    private static RuntimeException noSuchSource() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no account or gateway of this name.")
                .toException();
    }
}
