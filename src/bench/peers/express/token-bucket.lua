-- Takes one token. A missing bucket is a full one.
--
-- KEYS[1]  the bucket
-- ARGV     capacity in tokens; tokens added a second
-- reply    allowed (1 or 0), whole tokens left, milliseconds until there is one

local capacity, refill = tonumber(ARGV[1]), tonumber(ARGV[2])

-- One clock for all processes that share the bucket.
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000

local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(bucket[1]) or capacity
local elapsed = math.max(0, now - (tonumber(bucket[2]) or now))
tokens = math.min(capacity, tokens + elapsed * refill)

local allowed = 0
if tokens >= 1 then
  tokens = tokens - 1
  allowed = 1
end

redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
-- By then it is full again, and a full bucket need not be kept.
redis.call('PEXPIRE', KEYS[1], math.ceil(1000 * capacity / refill) + 1000)

return { allowed, math.floor(tokens), math.ceil(1000 * math.max(0, 1 - tokens) / refill) }
