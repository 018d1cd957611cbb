/**
 * What travels with one HTTP request: its id, its trace id and the time that is left for it. The rest of the code never
 * reads a clock or a header to learn any of these.
 */
@NullMarked
package io.oncegate.request;

import org.jspecify.annotations.NullMarked;
