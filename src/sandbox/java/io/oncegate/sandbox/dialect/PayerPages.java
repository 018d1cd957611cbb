package io.oncegate.sandbox.dialect;

import io.oncegate.sandbox.memory.Newest;
import io.oncegate.sandbox.memory.Retention;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;

/**
 * The pages on which payers approve or decline: {@code GET /<dialect>/pay/<id>}, and {@code POST} to the same with
 * {@code ?result=approve} or {@code decline}.
 */
public final class PayerPages {
    private static final int STATUS_OK = 200;
    private static final int STATUS_BAD_REQUEST = 400;
    private static final int STATUS_NOT_FOUND = 404;
    private static final int STATUS_CONFLICT = 409;

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Oncegate sandbox: payment</title>
            <style>body { font: 16px/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 30rem; }</style>
            <h1>%s</h1>
            %s
            </html>
            """;
    private static final String CHOICE = """
            <form method="post" action="?result=approve"><button>Approve</button></form>
            <form method="post" action="?result=decline"><button>Decline</button></form>
            """;

    private final String dialect;
    private final Map<String, PayerStep> steps = new Newest<>(Retention.objects());

    public PayerPages(String dialect) {
        this.dialect = dialect;
    }

    public void mount(Router router) {
        var path = "/%s/pay/:id".formatted(dialect);
        router.get(path).handler(this::show);
        router.post(path).handler(this::decide);
    }

    /** The path of a payer's page; without a step there it says so. */
    public String path(String id) {
        return "/%s/pay/%s".formatted(dialect, id);
    }

    /** The payer finds {@code step} on the page. */
    public void open(String id, PayerStep step) {
        steps.put(id, step);
    }

    private void show(RoutingContext context) {
        var step = steps.get(context.pathParam("id"));
        if (step == null) {
            say(context, STATUS_NOT_FOUND, "Nothing to do", "<p>No payment waits here.</p>");
        } else if (step.open().getAsBoolean()) {
            say(context, STATUS_OK, step.what(), CHOICE);
        } else {
            say(context, STATUS_OK, step.what(), "<p>This is done.</p>" + back(step));
        }
    }

    private void decide(RoutingContext context) {
        var step = steps.get(context.pathParam("id"));
        var result = String.valueOf(context.queryParams().get("result"));
        if (step == null) {
            say(context, STATUS_NOT_FOUND, "Nothing to do", "<p>No payment waits here.</p>");
        } else if (!result.equals("approve") && !result.equals("decline")) {
            say(context, STATUS_BAD_REQUEST, step.what(), "<p>The result is either approve or decline.</p>");
        } else if (!step.open().getAsBoolean()) {
            say(context, STATUS_CONFLICT, step.what(), "<p>This is done.</p>" + back(step));
        } else {
            (result.equals("approve") ? step.approve() : step.decline()).run();
            var outcome = result.equals("approve") ? "<p>Approved.</p>" : "<p>Declined.</p>";
            say(context, STATUS_OK, step.what(), outcome + back(step));
        }
    }

    private static void say(RoutingContext context, int status, String title, String content) {
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "text/html; charset=utf-8")
                .end(PAGE.formatted(escaped(title), content));
    }

    private static String back(PayerStep step) {
        var url = step.returnUrl();
        return url == null || !url.startsWith("http")
                ? ""
                : "<p><a href=\"%s\">Back to the shop</a></p>".formatted(escaped(url));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
