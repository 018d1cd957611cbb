package io.oncegate.caller;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a JAX-RS resource method: its callers are authenticated, and need this scope, or one of
 * several. A resource method has this annotation
 * or {@link WithoutCredential}; one that has neither answers nobody.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiresScope {

    /** The scopes of which the credential must have one. */
    Scope[] value();
}
