/**
 * A peer of the benchmark: {@code POST /v1/orders} with Oncegate's contract, on Spring MVC, JDBC and Bucket4j, as a
 * team that knows these would write it. Left out is what the benchmark never asks for: tokens, payments, expiry of
 * keys, the canonical form of a body (its bytes are compared), optional members of an order.
 */
package bench.spring;
