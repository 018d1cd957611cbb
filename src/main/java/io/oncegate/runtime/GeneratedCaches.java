package io.oncegate.runtime;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * The library of caches has a class for each combination of bounds, and looks those up by a name that it puts together. A
 * native executable holds only what it was told of: the combinations that the service's caches have.
 */
@RegisterForReflection(
        classNames = {
            "com.github.benmanes.caffeine.cache.PSWMS",
            "com.github.benmanes.caffeine.cache.PSWMW",
            "com.github.benmanes.caffeine.cache.SSMSA",
            "com.github.benmanes.caffeine.cache.SSMSW",
            "com.github.benmanes.caffeine.cache.SSMWA"
        })
final class GeneratedCaches {

    private GeneratedCaches() {}
}
