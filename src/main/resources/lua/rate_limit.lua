-- Charges several buckets, all or none, exactly.
--
-- KEYS   one per level, all different and all in one slot: the bucket's key
-- ARGV   one for all, in the order of KEYS, each level packed as '<ddddc1c1':
--          capacity      whole tokens, 1..2^53
--          tokens        \ the rate: so many tokens in so many seconds, lowest terms, each 1..2^53,
--          seconds       / which is also micro-tokens in microseconds
--          cost          whole tokens, 0..2^53; 0 looks: never refuses, and changes nothing, its TTL included
--          algorithm     t token bucket, f fixed window, s sliding window, l leaky bucket
--          manner        e enforced: has it less than the cost, the whole call is refused
--                        s shadow: takes the cost in any case and may owe; never influences anything else
--                        p partial: takes what it has of the cost, never refuses
--                        b gives the cost back, up to full
--        with capacity * 1000000 * seconds < 2^53 - 2^21; for windows, capacity / rate is a whole number of
--        microseconds w, with 2 * capacity * w < 2^53 - 2^21. The service refuses limits beyond that at its start.
-- reply  integers: allowed (1 or 0); keys that held garbage; keys whose clock was ahead; then four per level:
--          granted       what it has for this call: the cost or 0, for p anything between
--          remaining     whole tokens left after this call, rounded down; below 0 for a shadow that owes, so that
--                        capacity - remaining is the smallest capacity that would have sufficed
--          wait          microseconds until the cost (p, and a look: one token) is granted; 0 where it was or would be; -1
--                        for never
--          to full       microseconds until the bucket is full
--
-- A bucket is one string, packed as '<dddddc1': at, a, b, c, ends, algorithm. Its time at is in microseconds, the end of
-- its TTL in milliseconds; a missing key is a full bucket, which is why its TTL may be just above the time to full and
-- nothing is lost with it.
--          t   a is held, in units of which a microsecond adds the rate's tokens; b the rate's seconds, c is 0
--          l   the same, but a is what is missing
--          f   a microseconds into a window, b taken, c is 0
--          s   the same, c taken in the window before
-- The version before wrote text, algorithm:at:a:b:c; a of t and l are micro-tokens there, and b/c of one more. It is
-- read, and packed when it is written again.
--
-- Atomic because Redis runs nothing else meanwhile: phase one reads and decides all levels, phase two writes. A refused
-- call writes nothing, with one exception: a bucket last written by a clock far ahead of this one is dated back, with
-- what it holds, or it would stand still until the clock is there again.
--
-- Numbers are doubles, and integers below 2^53 throughout: nothing is multiplied before it was clamped. Below that,
-- floor(a / b) and ceil(a / b) are exact: a / b is an integer or at least 1 / b away from the next, and is rounded by
-- less. A number that is an argument of a command is written with 17 digits; .. and tostring would keep 14.
--
-- Written in one piece: Redis runs it from the top for each call, and here a function or a table that is made each time
-- costs as much as a command. Numbers are packed because formatting and parsing them would cost more than all else. As
-- long as a key's TTL suffices, its bucket is written over in place: to set a TTL costs more than the rest of the SET.

local MICROS = 1000000
local LARGEST = 9007199252643840 -- 2^53 - 2^21: a wait may still grow by AHEAD
local AHEAD = 1000000 -- microseconds by which a clock may go back before it is believed
local MARGIN_MS = 1000 -- a key outlives its time to full by this at most
local LEAST_MS = 100 -- and by this at least
local LEVEL = '<ddddc1c1'
local LEVEL_LENGTH = 34
local BUCKET = '<dddddc1'
local BUCKET_LENGTH = 41

-- What is not local is looked up by its name each time.
local KEYS, ARGV, call, pcall = KEYS, ARGV, redis.call, redis.pcall
local pack, unpack, match, tonumber = struct.pack, struct.unpack, string.match, tonumber
local floor, ceil, min, max = math.floor, math.ceil, math.min, math.max

local time = redis.call('TIME')
local now = time[1] * MICROS + time[2]

local levels = #KEYS
local allowed, garbage, ahead
-- Tables have room for four levels from the start: one that grows is allocated anew each time its size doubles.
local reply = {
  nil, nil, nil,
  nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
}
-- What phase two writes, two per level: the bucket (false: it is full, and no key) and its TTL in milliseconds (nil: it
-- is long enough).
local writes = { nil, nil, nil, nil, nil, nil, nil, nil }

-- Phase one: every level is brought to this moment and decided, as if all were allowed; and once more, with nothing
-- taken, if one of them refuses. Nothing is written.
for pass = 1, 2 do
  allowed, garbage, ahead = 2 - pass, 0, 0
  local refused = false

  for i = 1, levels do
    local capacity, tokens, seconds, cost, algorithm, manner = unpack(LEVEL, ARGV[1], LEVEL_LENGTH * (i - 1) + 1)
    local forgives = manner == 'e' or manner == 'p'

    -- What is stored: its time `at` is nil where there is nothing of use.
    local at, a, b, c, ends
    local raw = pcall('GET', KEYS[i])
    if raw then
      local stored
      if #raw == BUCKET_LENGTH then
        at, a, b, c, ends, stored = unpack(BUCKET, raw)
      elseif raw.err and not match(raw.err, 'WRONGTYPE') then
        return raw
      end
      if stored ~= algorithm then
        local kind, its_time, x, y, z
        if not raw.err then
          kind, its_time, x, y, z = match(raw, '^([tfsl]):(%d+):(%-?%d+):(%d+):(%d+)$')
        end
        if kind then
          stored, at, a, b, c, ends = kind, tonumber(its_time), tonumber(x), tonumber(y), tonumber(z), 0
          if kind == 't' or kind == 'l' then
            -- Whole micro-tokens, and b of c parts of one more.
            at, a, b, c = b < c and at or -1, a * c + b, c, 0
          end
        elseif not match(stored or '', '[tfsl]') then
          at = nil
        end
      end
      -- The first comparison with what is no number fails, so that the others see numbers only.
      local sound = at and at >= 0 and at <= LARGEST and at % 1 == 0
        and a >= -LARGEST and a <= LARGEST and a % 1 == 0
        and b >= 0 and b <= LARGEST and b % 1 == 0
        and c >= 0 and c <= LARGEST and c % 1 == 0
        and (a >= 0 or stored == 't') and (c == 0 or stored == 's') and (b > 0 or stored == 'f' or stored == 's')
      if not sound then
        garbage = garbage + 1
        at = nil
      elseif stored ~= algorithm then
        -- Counted in another way until now: it begins full.
        at = nil
      end
    end

    -- A clock slightly behind the bucket's stands still until it is there.
    local elapsed, its_time, later = 0, now, 0
    if at then
      elapsed = now - at
      if elapsed < 0 then
        if elapsed >= -AHEAD then
          its_time, later = at, -elapsed
        else
          later = -1
          ahead = ahead + 1
        end
        elapsed = 0
      end
    end

    local want, wait, granted = cost, 0, 0
    if manner == 'b' then
      want = 0
    elseif manner == 'p' or cost == 0 then
      want = 1
    end
    -- What is taken and given back; of enforced and partial ones it is what is granted.
    local take, give = 0, 0
    if allowed == 1 and manner == 's' then
      take = cost
    elseif allowed == 1 and manner == 'b' then
      give = cost
    end
    local remaining, to_full

    if algorithm == 't' or algorithm == 'l' then
      -- In units of which one microsecond adds `tokens`.
      local unit = MICROS * seconds
      local full = capacity * unit
      local value = full
      if at then
        if b ~= seconds then
          -- Another rate: whole micro-tokens are kept, and as many as can be counted in its unit.
          local most = floor(LARGEST / seconds)
          a = max(-most, min(floor(a / b), most)) * seconds
        end
        value = a
        if algorithm == 'l' then
          value = full - a
        end
        if not forgives then
          value = max(value, full - LARGEST)
        elseif value < 0 then
          value = 0
        end
        if value >= full or elapsed >= ceil((full - value) / tokens) then
          value = full
        else
          value = value + elapsed * tokens
        end
      end
      if want > capacity then
        wait = -1
      elseif want > 0 then
        local goal = full
        if algorithm == 't' then
          goal = want * unit
        end
        if value < goal then
          wait = ceil((goal - value) / tokens)
        elseif manner == 'p' then
          granted = min(cost, floor(value / unit))
        else
          granted = cost
        end
      end
      if forgives and allowed == 1 then
        take = granted
        value = value - take * unit
      elseif take > 0 then
        value = take <= floor((value - full + LARGEST) / unit) and value - take * unit or full - LARGEST
      elseif give > 0 then
        value = give < ceil((full - value) / unit) and value + give * unit or full
      end
      remaining = floor(value / unit)
      local missing = full - value
      to_full = ceil(missing / tokens)
      a, b, c = value, seconds, 0
      if algorithm == 'l' then
        a = missing
        if missing > 0 then
          remaining = min(remaining, 0)
        end
      end
    else
      -- `taken` since `age` microseconds ago, `before` in the window before that.
      local window = capacity * MICROS * seconds / tokens
      local age, taken, before = 0, 0, 0
      if at then
        local left = window - a
        if elapsed < left then
          age, taken, before = a + elapsed, b, c
        elseif algorithm == 's' and elapsed - left < window then
          age, before = elapsed - left, b
        end
        local most = capacity
        if not forgives then
          most = floor(LARGEST / window)
        end
        taken, before = min(taken, most), min(before, most)
        if taken == 0 and before == 0 then
          age = 0
        end
      end
      if want > capacity then
        wait = -1
      elseif want > 0 then
        local room, rest = capacity - taken - want, window - age
        if room < 0 then
          wait = rest
          if algorithm == 's' then
            -- What was taken in this window weighs on the next one.
            wait = rest + window - floor((capacity - want) * window / taken)
          end
        elseif before * rest > room * window then
          wait = rest - floor(room * window / before)
        elseif manner == 'p' then
          granted = min(cost, capacity - taken - ceil(before * rest / window))
        else
          granted = cost
        end
      end
      if forgives and allowed == 1 then
        take = granted
      end
      if take > 0 then
        taken = min(taken + take, floor(LARGEST / window))
      elseif give > 0 then
        taken = max(taken - give, 0)
      end
      remaining = capacity - taken - ceil(before * (window - age) / window)
      to_full = 0
      if taken > 0 and algorithm == 's' then
        to_full = 2 * window - age
      elseif taken > 0 or before > 0 then
        to_full = window - age
      end
      a, b, c = age, taken, before
    end

    if later > 0 then
      wait = wait > 0 and wait + later or wait
      to_full = to_full > 0 and to_full + later or 0
    end
    if wait ~= 0 and cost > 0 and manner == 'e' and allowed == 1 then
      refused = true
      break
    end
    local last = 4 * i - 1
    reply[last + 1], reply[last + 2], reply[last + 3], reply[last + 4] = granted, remaining, wait, to_full
    if take == 0 and give == 0 and (later >= 0 or cost == 0) then
      writes[2 * i - 1] = nil
    elseif to_full == 0 then
      writes[2 * i - 1] = false
    else
      local full_at, ttl = ceil((now + to_full) / 1000)
      if not (at and ends >= full_at + LEAST_MS and ends <= full_at + MARGIN_MS) then
        ttl = ceil(to_full / 1000) + MARGIN_MS
        ends = floor(now / 1000) + ttl
      end
      writes[2 * i - 1], writes[2 * i] = pack(BUCKET, its_time, a, b, c, ends, algorithm), ttl
    end
  end

  if not refused then
    break
  end
end

-- Phase two.
for i = 1, levels do
  local bucket = writes[2 * i - 1]
  if bucket then
    local ttl = writes[2 * i]
    if ttl then
      call('SET', KEYS[i], bucket, 'PX', ttl)
    else
      call('SETRANGE', KEYS[i], '0', bucket)
    end
  elseif bucket == false then
    call('DEL', KEYS[i])
  end
end
reply[1], reply[2], reply[3] = allowed, garbage, ahead
return reply
