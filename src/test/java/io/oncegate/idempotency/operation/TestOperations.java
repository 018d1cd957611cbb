package io.oncegate.idempotency.operation;

import java.util.List;

/** The operations that there are, without the service. */
public final class TestOperations {

    private TestOperations() {}

    public static Operations of(OperationKind... kinds) {
        return new Operations(List.of(kinds));
    }
}
