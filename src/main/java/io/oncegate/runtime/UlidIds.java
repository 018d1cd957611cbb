package io.oncegate.runtime;

import com.github.f4b6a3.ulid.UlidCreator;
import io.oncegate.request.Ids;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Random identifiers. Thread-safe. */
@ApplicationScoped
class UlidIds implements Ids {

    private static final long VERSION_4 = 0x4000L;
    private static final long VERSION_MASK = 0xF000L;
    private static final long VARIANT_2 = 0x8000_0000_0000_0000L;
    private static final long VARIANT_REST = 0x3FFF_FFFF_FFFF_FFFFL;

    @Override
    public String ulid() {
        return UlidCreator.getMonotonicUlid().toString();
    }

    @Override
    public UUID token() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (random.nextLong() & ~VERSION_MASK) | VERSION_4;
        long low = (random.nextLong() & VARIANT_REST) | VARIANT_2;
        return new UUID(high, low);
    }
}
