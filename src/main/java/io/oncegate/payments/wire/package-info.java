/**
 * What the dialects share: bytes that are written the same way every time, answers that are read leniently and never
 * trusted, exact money, and the meaning of an HTTP status where no provider gives it one of its own. It knows no
 * provider.
 */
@NullMarked
package io.oncegate.payments.wire;

import org.jspecify.annotations.NullMarked;
