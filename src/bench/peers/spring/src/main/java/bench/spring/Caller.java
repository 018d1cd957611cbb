package bench.spring;

/** Who an API key belongs to, and the bucket of that client: {@code capacity} tokens, refilled within the period. */
record Caller(String tenant, String client, long capacity, long periodSeconds) {}
