/**
 * Receipts that a gateway brings without a signature, at an address that it was given with the message. What keeps
 * others from bringing them is in the address.
 */
@NullMarked
package io.oncegate.messages.receipts;

import org.jspecify.annotations.NullMarked;
