package io.oncegate.runtime;

import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Gives every answer the plain form of its media type. JSON is UTF-8 by its standard and has no such parameter, but the
 * framework adds one to what it writes itself, and to nothing else.
 */
final class PlainMediaTypes {

    @ServerResponseFilter
    void plain(ContainerResponseContext response) {
        MediaType type = response.getMediaType();
        if (type != null
                && type.getSubtype().endsWith("json")
                && !type.getParameters().isEmpty()) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, type.getType() + "/" + type.getSubtype());
        }
    }
}
