package io.oncegate.ratelimit.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Mode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftShareTest {

    private static final int SUBJECTS = 20_000;
    private static final List<String> HASHES = IntStream.range(0, SUBJECTS)
            .mapToObj(subject -> SubjectHash.of("tenant-" + subject))
            .toList();

    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0, false",
        "0000000000000000, 1, true",
        "028f5c28ffffffff, 1, true",
        "028f5c2900000000, 1, false",
        "028f5c2900000000, 2, true",
        "fd70a3d7ffffffff, 99, true",
        "fd70a3d800000000, 99, false",
        "ffffffffffffffff, 99, false",
        "ffffffffffffffff, 100, true",
    })
    void isAPositionOfTheHash(String hash, int percent, boolean enforced) {
        assertThat(SoftShare.includes(percent, hash)).isEqualTo(enforced);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 50, 90, 100})
    void isAboutTheShareThatIsAskedFor(int percent) {
        assertThat(enforced(percent).size()).isBetween(SUBJECTS * percent / 100 - 400, SUBJECTS * percent / 100 + 400);
    }

    @Test
    void growsWithoutLettingAnybodyGo() {
        for (int percent = 1; percent <= 100; percent++) {
            assertThat(enforced(percent)).containsAll(enforced(percent - 1));
        }
        assertThat(enforced(0)).isEmpty();
        assertThat(enforced(100)).hasSize(SUBJECTS);
    }

    @Test
    void countsInSoftModeOnly() {
        assertThat(SoftShare.enforces(Mode.SHADOW, 100, "0000000000000000")).isFalse();
        assertThat(SoftShare.enforces(Mode.ENFORCE, 0, "ffffffffffffffff")).isTrue();
    }

    private static Set<Integer> enforced(int percent) {
        return IntStream.range(0, SUBJECTS)
                .filter(subject -> SoftShare.includes(percent, HASHES.get(subject)))
                .boxed()
                .collect(Collectors.toSet());
    }
}
