package io.oncegate.caller;

import java.time.Duration;

/**
 * What a valid API key stands for.
 *
 * @param suspended whether its tenant is suspended, and so refused whatever it asks for
 * @param validFor how long the key has to live at least, by the database's clock
 */
public record Grant(Caller caller, boolean suspended, Duration validFor) {}
