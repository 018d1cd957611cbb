/**
 * Kannel, the gateway that speaks SMPP to carriers: one GET that sends, no keys, no questions, and receipts that it
 * brings to an address which each message names. The rest of the code sees a protocol.
 */
@NullMarked
package io.oncegate.messages.kannel;

import org.jspecify.annotations.NullMarked;
