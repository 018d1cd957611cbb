package io.oncegate.request;

import java.util.UUID;

/** Where identifiers come from; one source for the whole service, so that tests can hand in known ones. */
public interface Ids {

    /** A ULID: 26 characters of Crockford's base 32, ordered by creation to the millisecond, unique. */
    String ulid();

    /** A token that is unique but not secret: it tells one claim of a key from the next. */
    UUID token();
}
