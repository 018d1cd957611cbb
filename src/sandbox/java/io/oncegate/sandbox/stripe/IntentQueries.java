package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Prompter;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What asks for PaymentIntents and charges. The search is the one that lags by itself. */
final class IntentQueries {
    /** Stripe speaks of less than a minute under normal conditions; two seconds are enough to be caught by. */
    private static final Duration SEARCH_LAG = Duration.ofSeconds(2);

    private static final Pattern METADATA_CLAUSE =
            Pattern.compile("metadata\\[(['\"])(.+?)\\1]\\s*:\\s*(['\"])(.*?)\\3");
    private static final String CONJUNCTION = "\\s+AND\\s+";
    private static final int DEFAULT_PAGE = 10;
    private static final int LONGEST_PAGE = 100;

    private final StripeBooks books;
    private final Prompter prompter;

    IntentQueries(StripeBooks books, Prompter prompter) {
        this.books = books;
        this.prompter = prompter;
    }

    void intent(StripeCall call, String id) throws Refused {
        var intent = books.intent(call.account(), id);
        var subject = intent.subject(call.path(), null);
        answer(
                call,
                subject,
                List.of(intent),
                () -> seen(intent).map(Reply::ok).orElseGet(() -> StripeErrors.noSuch("payment_intent", id, "intent")));
    }

    void charge(StripeCall call, String id) throws Refused {
        var charge = books.charge(call.account(), id);
        var subject = charge.subject(call.path());
        var reply = prompter.status(
                subject,
                List.of(charge.observed()),
                () -> charge.seen().map(Reply::ok).orElseGet(() -> StripeErrors.noSuch("charge", id, "id")));
        call.exchange().answer(reply);
    }

    void search(StripeCall call) throws Refused {
        var wanted = wantedMetadata(call.form().required("query"));
        var indexed = books.world().clock().instant().minus(SEARCH_LAG);
        var found = books.newestIntentsFirst(call.account()).stream()
                .filter(intent -> intent.hasMetadata(wanted))
                .filter(intent -> !intent.created().isAfter(indexed))
                .toList();
        var subject = subject(call, IntentTerms.reference(wanted));
        answer(call, subject, found, () -> Reply.ok(StripeJson.searchResult(call.ownPath(), seen(found))));
    }

    void list(StripeCall call) throws Refused {
        var limit = limit(call.form().get("limit"));
        var intents = books.newestIntentsFirst(call.account());
        var after = call.form().get("starting_after");
        if (after != null) {
            intents = intents.subList(intents.indexOf(books.intent(call.account(), after)) + 1, intents.size());
        }
        var page = intents.subList(0, Math.min(limit, intents.size()));
        var hasMore = intents.size() > page.size();
        answer(call, subject(call, null), page, () -> Reply.ok(StripeJson.list(call.ownPath(), seen(page), hasMore)));
    }

    private void answer(StripeCall call, Subject subject, List<PaymentIntent> about, Supplier<Reply> answer) {
        var observed = about.stream().map(PaymentIntent::observed).toList();
        call.exchange().answer(prompter.status(subject, observed, answer));
    }

    private static Subject subject(StripeCall call, @Nullable String reference) {
        return new Subject(StripeDialect.NAME, call.path(), reference, null, "");
    }

    private static Map<String, String> wantedMetadata(String query) throws Refused {
        var wanted = new LinkedHashMap<String, String>();
        for (var clause : query.strip().split(CONJUNCTION, -1)) {
            var metadata = METADATA_CLAUSE.matcher(clause);
            if (!metadata.matches()) {
                throw new Refused(StripeErrors.unusableParameter(
                        "query", null, "We were unable to parse your search query: %s".formatted(clause)));
            }
            wanted.put(metadata.group(2), metadata.group(4));
        }
        return wanted;
    }

    private static int limit(@Nullable String given) throws Refused {
        if (given == null) {
            return DEFAULT_PAGE;
        }
        if (!given.matches("\\d{1,3}") || Integer.parseInt(given) < 1 || Integer.parseInt(given) > LONGEST_PAGE) {
            throw new Refused(StripeErrors.unusableParameter(
                    "limit", "parameter_invalid_integer", "Invalid integer: %s".formatted(given)));
        }
        return Integer.parseInt(given);
    }

    private static Optional<JsonObject> seen(PaymentIntent intent) {
        return intent.observed().seen().map(intent::toJson);
    }

    private static List<JsonObject> seen(List<PaymentIntent> intents) {
        return intents.stream().flatMap(intent -> seen(intent).stream()).toList();
    }
}
