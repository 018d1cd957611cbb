package io.oncegate.request;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {

    private final Routes routes = new Routes(Set.of(Things.class, Parts.class));

    @Test
    void knowsEveryTemplate() {
        assertThat(routes.templates())
                .containsExactlyInAnyOrder("/v1/things", "/v1/things/{id}", "/v1/things/{id}/parts");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/things, 'GET, HEAD, OPTIONS, POST'",
        "//v1/things/, 'GET, HEAD, OPTIONS, POST'",
        "/v1;a=b/things;c, 'GET, HEAD, OPTIONS, POST'",
        "/v1/things/1, 'DELETE, OPTIONS'",
        "/v1/things/1/parts, 'OPTIONS, POST'",
        "/v1, ''",
        "/v1/things/1/parts/2, ''",
        "/, ''",
    })
    void knowsWhatAPathTakes(String path, String methods) {
        assertThat(String.join(", ", routes.methodsAt(path))).isEqualTo(methods);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/things, /v1/things",
        "//v1/things;a=b/, /v1/things",
        "/v1/things/1, /v1/things/{id}",
        "/v1/things/1/parts, /v1/things/{id}/parts",
        "/v1/things/export, /v1/things/export",
        "/v1/things;/export;c=/, /v1/things/export",
        "v1/things, /v1/things",
        "/v1/;a=b/things, /v1/things",
        "/v1/things/{id}, /v1/things/{id}",
        "'', ",
        "/, ",
        "/;, ",
        "/v1, ",
        "/v1/things/1/parts/2, ",
    })
    void knowsTheTemplateOfAPath(String path, String template) {
        Routes all = new Routes(Set.of(Things.class, Parts.class, Export.class));

        assertThat(all.templateAt(path)).isEqualTo(Optional.ofNullable(template));
    }

    @Test
    void knowsWhatAnswersAtEachLabel() throws Exception {
        assertThat(routes.operations())
                .containsExactlyInAnyOrder(
                        new Routes.Operation("GET /v1/things", Things.class.getMethod("list")),
                        new Routes.Operation("POST /v1/things", Things.class.getMethod("make")),
                        new Routes.Operation("DELETE /v1/things/{id}", Things.class.getMethod("remove")),
                        new Routes.Operation("POST /v1/things/{id}/parts", Parts.class.getMethod("add")));
        assertThat(routes.labels())
                .containsExactly(
                        "DELETE /v1/things/{id}", "GET /v1/things", "POST /v1/things", "POST /v1/things/{id}/parts");
    }

    @Path("/v1/things/export")
    public static final class Export {

        @GET
        public void export() {}
    }

    @Path("/v1/things")
    public static final class Things {

        @GET
        public void list() {}

        @POST
        public void make() {}

        @DELETE
        @Path("/{id}")
        public void remove() {}

        public void noOperation() {}
    }

    @Path("v1/things/{id}/")
    public static final class Parts {

        @POST
        @Path("parts")
        public void add() {}
    }
}
