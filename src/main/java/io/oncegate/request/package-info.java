/**
 * What travels with one HTTP request: its id, its trace and the stages of that, the time that is left for it, and its
 * body as bytes and as JSON. The rest of the code never reads a clock, a header or a socket to learn any of these.
 */
@NullMarked
package io.oncegate.request;

import org.jspecify.annotations.NullMarked;
