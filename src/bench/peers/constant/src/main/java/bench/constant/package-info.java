/**
 * A peer of the benchmark: what the framework alone can do. Nothing is checked, looked up or stored, so that what the
 * service takes longer is what the service does.
 */
package bench.constant;
