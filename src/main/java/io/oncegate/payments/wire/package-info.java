/**
 * What the dialects share: answers about payments that are never trusted before they fit, exact money, and the meaning
 * of an HTTP status where no provider gives it one of its own. It knows no provider.
 */
@NullMarked
package io.oncegate.payments.wire;

import org.jspecify.annotations.NullMarked;
