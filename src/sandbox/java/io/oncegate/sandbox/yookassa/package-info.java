/**
 * YooKassa as its public API documents it: one call creates and pays, amounts are strings in major units, and every
 * change needs an idempotence key.
 */
@NullMarked
package io.oncegate.sandbox.yookassa;

import org.jspecify.annotations.NullMarked;
