package io.oncegate.caller;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a JAX-RS resource method that anyone may call, on purpose: no credential is asked for or looked at. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutCredential {

    /** Why that is safe. */
    String value();
}
