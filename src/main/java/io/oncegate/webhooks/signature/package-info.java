/** By what a webhook is known to be its sender's: one class for each scheme. It knows no sender and keeps nothing. */
@NullMarked
package io.oncegate.webhooks.signature;

import org.jspecify.annotations.NullMarked;
