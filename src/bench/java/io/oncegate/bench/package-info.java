/**
 * The benchmark: starts the service, what people use instead, and the bare parts on one machine, has the same load
 * generator drive each in turn, and prints medians and ratios. No type of the service is used here: what is measured is
 * a packaged jar, this one's or an older one's.
 */
package io.oncegate.bench;
