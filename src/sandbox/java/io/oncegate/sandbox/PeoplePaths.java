package io.oncegate.sandbox;

import io.oncegate.sandbox.dialect.World;
import io.oncegate.sandbox.ledger.RequestLog;
import io.oncegate.sandbox.script.UnusableScript;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What is there for people and tests: the page, and the paths that begin with {@code /__}. */
final class PeoplePaths {
    private static final int STATUS_NO_CONTENT = 204;
    private static final int STATUS_BAD_REQUEST = 400;

    private final World world;
    private final RequestLog requests;

    PeoplePaths(World world, RequestLog requests) {
        this.world = world;
        this.requests = requests;
    }

    void mount(Router router) throws IOException {
        var page = page();
        router.get("/")
                .handler(context -> context.response()
                        .putHeader("Content-Type", "text/html; charset=utf-8")
                        .end(page));
        router.get("/__ledger")
                .handler(context -> answer(context, world.ledger().toJson(context.queryParams())));
        router.delete("/__ledger").handler(this::clear);
        router.get("/__orders").handler(context -> answer(context, world.calls().toJson(world.ledger())));
        router.get("/__requests").handler(context -> answer(context, requests.toJson()));
        router.get("/__script")
                .handler(context -> answer(context, world.scripts().toJson()));
        router.post("/__script").handler(BodyHandler.create(false)).handler(this::postScript);
    }

    private void clear(RoutingContext context) {
        world.ledger().clear();
        world.calls().clear();
        world.scripts().clear();
        requests.clear();
        context.response().setStatusCode(STATUS_NO_CONTENT).end();
    }

    private void postScript(RoutingContext context) {
        try {
            var body = context.body().buffer();
            world.scripts().post(body == null ? "" : Json.decodeValue(body));
            context.response().setStatusCode(STATUS_NO_CONTENT).end();
        } catch (UnusableScript unusable) {
            refuse(context, unusable.sentence());
        } catch (DecodeException notJson) {
            refuse(context, "The body is no JSON.");
        }
    }

    private static void refuse(RoutingContext context, String sentence) {
        context.response()
                .setStatusCode(STATUS_BAD_REQUEST)
                .putHeader("Content-Type", "application/json")
                .end(new JsonObject().put("error", sentence).toBuffer());
    }

    private static void answer(RoutingContext context, JsonArray body) {
        context.response().putHeader("Content-Type", "application/json").end(body.toBuffer());
    }

    private static String page() throws IOException {
        try (var html = PeoplePaths.class.getResourceAsStream("ledger.html")) {
            if (html == null) {
                throw new IOException("The ledger's page is not on the class path.");
            }
            return new String(html.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
