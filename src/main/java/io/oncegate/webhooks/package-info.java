/**
 * What providers and gateways tell unasked: received once, acknowledged as soon as it is stored, applied afterwards.
 * This package keeps from the rest how it is known who is telling, and what to do with what cannot be applied yet.
 */
@NullMarked
package io.oncegate.webhooks;

import org.jspecify.annotations.NullMarked;
