package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccessTest {

    @SuppressWarnings("unused")
    private static final class Operations {

        @RequiresScope(Scope.ORDERS_WRITE)
        void scoped() {}

        @WithoutCredential("nothing happens here")
        void open() {}

        void unsaid() {}
    }

    @Test
    void isForThoseWithTheScope() {
        assertThat(to("scoped")).isEqualTo(new Access.Scoped(Set.of(Scope.ORDERS_WRITE)));
    }

    @Test
    void isForAnyoneWhereThatIsSaid() {
        assertThat(to("open")).isEqualTo(new Access.Anyone());
    }

    @Test
    void isForNobodyWhereNothingIsSaid() {
        assertThat(to("unsaid")).isEqualTo(new Access.Nobody());
    }

    private static Access to(String method) {
        return Arrays.stream(Operations.class.getDeclaredMethods())
                .filter(declared -> declared.getName().equals(method))
                .map(Access::to)
                .findFirst()
                .orElseThrow();
    }
}
