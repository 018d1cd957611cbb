/** What all gateways have in common: a message that is to go out, what becomes of it, and who is told. */
@NullMarked
package io.oncegate.sandbox.message;

import org.jspecify.annotations.NullMarked;
