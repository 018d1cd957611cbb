package io.oncegate.idempotency;

import static io.oncegate.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitingDuplicatesTest {
    private static final String BODY = "{\"amount\":1}";
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final Queue<Integer> looks = new ConcurrentLinkedQueue<>();

    @Test
    void allThatWaitAreLookedUpByOneStatementAndNoneIsSentWhileNobodyWaits() {
        RemoteCallOperation.createTable(database);
        try (var engine = TestEngine.on(database, this::countingLooks)) {
            // Given
            var call = new CompletableFuture<Void>();
            var firsts = IntStream.range(0, 20)
                    .mapToObj(number -> engine.execute(request("key-" + number, BODY), calling(engine, call)))
                    .toList();
            await().until(() -> database.count("SELECT count(*) FROM effects") == 20);
            assertThat(looks).isEmpty();

            // When
            var duplicates = IntStream.range(0, 100)
                    .mapToObj(
                            number -> engine.execute(request("key-" + number % 20, BODY, LONG), calling(engine, call)))
                    .toList();
            await().until(() -> looks.contains(20));
            call.complete(null);

            // Then
            assertThat(firsts.stream().map(CompletableFuture::join)).allMatch(Answer.First.class::isInstance);
            assertThat(duplicates.stream().map(CompletableFuture::join)).allMatch(Answer.Replayed.class::isInstance);
        }
    }

    private IdempotencyStore countingLooks(IdempotencyStore real) {
        return (IdempotencyStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {IdempotencyStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("settled")) {
                        looks.add(((Collection<?>) arguments[0]).size());
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static RemoteCallOperation calling(TestEngine engine, CompletableFuture<Void> call) {
        return new RemoteCallOperation(engine.store(), "thing", "done", () -> call);
    }
}
