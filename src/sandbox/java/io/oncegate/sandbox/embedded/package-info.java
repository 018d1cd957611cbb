/**
 * Real servers without an installation: programs unpacked from libraries, run on loopback, and never left behind,
 * however the sandbox ends.
 */
@NullMarked
package io.oncegate.sandbox.embedded;

import org.jspecify.annotations.NullMarked;
