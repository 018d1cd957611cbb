package io.oncegate.outbound.wire;

import java.util.Optional;
import java.util.regex.Pattern;

/** A provider's id of a payment, as one may look. */
public final class ExternalId {

    /** What fits our column, a path and a log line, and is wide enough for every provider's. */
    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]{0,254}");

    private ExternalId() {}

    /** The id, where it has a sane form and at most 255 characters. */
    public static Optional<String> sane(Optional<String> answered) {
        return answered.filter(id -> SANE.matcher(id).matches());
    }
}
