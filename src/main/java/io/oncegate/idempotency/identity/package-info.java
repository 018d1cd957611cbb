/**
 * What makes two requests the same one: the key that its caller gave it, within which bounds that key is unique, and the
 * fingerprint of what it asks for.
 */
@NullMarked
package io.oncegate.idempotency.identity;

import org.jspecify.annotations.NullMarked;
