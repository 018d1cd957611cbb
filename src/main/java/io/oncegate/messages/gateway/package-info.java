/**
 * Whoever carries messages, as the service needs them: what a gateway can do, what is sent to it and what its answers
 * mean. It keeps the protocols, each in a leaf of its own, from those who dispatch.
 */
@NullMarked
package io.oncegate.messages.gateway;

import org.jspecify.annotations.NullMarked;
