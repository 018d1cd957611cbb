package io.oncegate.idempotency.operation;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The operations that take a key, by name. Each feature produces its own {@link OperationKind}. */
@ApplicationScoped
public class Operations {

    private final Map<String, OperationKind> byName;

    Operations(@All List<OperationKind> kinds) {
        this.byName = kinds.stream().collect(Collectors.toUnmodifiableMap(OperationKind::name, Function.identity()));
    }

    /** The operation of this name, if there is one. */
    public Optional<OperationKind> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The operation that is done by this method at this route template, if there is one. */
    public Optional<OperationKind> at(String method, String path) {
        return byName.values().stream()
                .filter(kind -> kind.method().equals(method) && kind.path().equals(path))
                .findFirst();
    }

    /** The operation of this name, for the feature that produces it. */
    public OperationKind get(String name) {
        return find(name).orElseThrow();
    }
}
