package io.oncegate.problem;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How problems name their types. */
@ConfigMapping(prefix = "oncegate.problem")
public interface ProblemConfig {

    /**
     * What stands before <code>/problems/&lt;slug&gt;</code> in a problem's <code>type</code>; <code>/</code> makes it relative
     * to the service, which is right for every deployment. Set it to the address of your own documentation.
     */
    @WithDefault("/")
    String base();
}
