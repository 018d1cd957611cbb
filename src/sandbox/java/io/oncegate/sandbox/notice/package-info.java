/**
 * What providers and gateways tell by themselves: the request that tells it, signed as its receiver expects, and the
 * courier that brings it there and comes again where it was not taken.
 */
@NullMarked
package io.oncegate.sandbox.notice;

import org.jspecify.annotations.NullMarked;
