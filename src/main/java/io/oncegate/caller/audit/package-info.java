/**
 * What operators changed, by whom, before and after. A store writes the entry in the statement that makes the change,
 * so that neither exists without the other; the columns are those of the table {@code audit}.
 */
@NullMarked
package io.oncegate.caller.audit;

import org.jspecify.annotations.NullMarked;
