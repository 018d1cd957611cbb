/**
 * Who may send how much. A request pays here before its body is read, once more for what its body costs, and gets back
 * what it did not use; features name what they charge and never see a bucket, a policy or a header.
 */
@NullMarked
package io.oncegate.ratelimit;

import org.jspecify.annotations.NullMarked;
