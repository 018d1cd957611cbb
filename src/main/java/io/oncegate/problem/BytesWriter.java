package io.oncegate.problem;

import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.core.ServerSerialisers;
import org.jboss.resteasy.reactive.server.core.serialization.EntityWriter;

/**
 * Writes an entity of bytes as it is. Without it the framework looks for a writer by type and media type for every
 * {@link jakarta.ws.rs.core.Response} anew, the largest single item in a profile of refusals. Stateless.
 */
public final class BytesWriter implements EntityWriter {

    private static final BytesWriter INSTANCE = new BytesWriter();

    private BytesWriter() {}

    /** To be called, on its context, for a request whose response has an entity of bytes. */
    public static void use() {
        ResteasyReactiveRequestContext request = CurrentRequestManager.get();
        if (request != null) {
            request.setEntityWriter(INSTANCE);
        }
    }

    @Override
    public void write(ResteasyReactiveRequestContext request, Object entity) {
        ServerSerialisers.encodeResponseHeaders(request);
        request.serverResponse().end((byte[]) entity);
    }
}
