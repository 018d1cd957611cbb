/**
 * What all protocols share, whoever speaks them: bytes that are written the same way every time, and answers that are
 * read leniently and never trusted. It knows no third party.
 */
@NullMarked
package io.oncegate.outbound.wire;

import org.jspecify.annotations.NullMarked;
