package bench.spring;

import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where buckets are kept: in Redis, over one connection, which Lettuce shares among all threads and pipelines. */
@Configuration
class RedisBuckets {

    /** What the keys of all buckets begin with. */
    static final String PREFIX = "spring:bucket:";

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    @Bean(destroyMethod = "shutdown")
    RedisClient redisClient(@Value("${peer.redis.host}") String host, @Value("${peer.redis.port}") int port) {
        return RedisClient.create(RedisURI.create(host, port));
    }

    @Bean(destroyMethod = "close")
    StatefulRedisConnection<String, byte[]> redisConnection(RedisClient client) {
        return client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
    }

    @Bean
    ProxyManager<String> buckets(StatefulRedisConnection<String, byte[]> redis) {
        // A bucket that an earlier run has emptied would refuse what this run expects to be allowed.
        ScanIterator.scan(redis.sync(), ScanArgs.Builder.matches(PREFIX + "*"))
                .forEachRemaining(key -> redis.sync().del(key));
        return Bucket4jLettuce.casBasedBuilder(redis)
                // By then it is full again, and a full bucket need not be kept.
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .requestTimeout(REQUEST_TIMEOUT)
                .build();
    }
}
