/**
 * The operator's API under {@code /admin/v1}: it reads a request, hands it to the feature whose affair it is, and renders
 * what came of it.
 */
@NullMarked
package io.oncegate.ops.admin;

import org.jspecify.annotations.NullMarked;
