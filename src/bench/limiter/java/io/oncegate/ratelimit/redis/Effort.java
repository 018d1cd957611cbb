package io.oncegate.ratelimit.redis;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;

/** What this process and Redis have spent so far. */
final class Effort {
    private static final double MICROS = 1e6;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final RedisConnection redis;

    /** Processor time and allocated bytes. */
    record Spent(double ownMicros, double redisMicros, double bytes) {}

    Effort(RedisConnection redis) {
        this.redis = redis;
    }

    Spent spent() {
        return new Spent(system.getProcessCpuTime() / 1e3, redisMicros(), allocated());
    }

    private double redisMicros() {
        String cpu = LimiterBench.waited(redis.send(Request.cmd(Command.INFO).arg("cpu")))
                .toString();
        return cpu.lines()
                .filter(line -> line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)) * MICROS)
                .sum();
    }

    private double allocated() {
        return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
