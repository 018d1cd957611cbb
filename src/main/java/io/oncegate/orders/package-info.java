/**
 * Orders: placing one once, and looking at what was placed. This package keeps from the rest what an order is made of
 * and how it is stored.
 */
@NullMarked
package io.oncegate.orders;

import org.jspecify.annotations.NullMarked;
