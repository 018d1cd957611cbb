/**
 * What the protocols of gateways share: the meaning of answers where no gateway gives them one of its own. It knows
 * none.
 */
@NullMarked
package io.oncegate.messages.wire;

import org.jspecify.annotations.NullMarked;
