/**
 * What those who run the service need from it: whether it lives and is ready, a way to leave without losing a request,
 * and bounded metrics. Features do not know that they are watched.
 */
@NullMarked
package io.oncegate.ops;

import org.jspecify.annotations.NullMarked;
