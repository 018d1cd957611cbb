/**
 * Every error that a client can see, and the one way in which it becomes an answer. A status, a slug or a word about
 * what to do next is written here and nowhere else.
 */
@NullMarked
package io.oncegate.problem;

import org.jspecify.annotations.NullMarked;
