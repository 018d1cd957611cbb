-- Charges several buckets, all or none, exactly.
--
-- KEYS   one per level, all different and all in one slot: the bucket's key
-- ARGV   six per level, in the order of KEYS:
--          1  algorithm    t token bucket, f fixed window, s sliding window, l leaky bucket
--          2  capacity     whole tokens, 1..2^53
--          3  tokens       \ the rate: so many tokens in so many seconds, lowest terms, each 1..2^53,
--          4  seconds      / which is also micro-tokens in microseconds
--          5  cost         whole tokens, 0..2^53; 0 looks: never refuses, and changes nothing, its TTL included
--          6  manner       e enforced: has it less than the cost, the whole call is refused
--                          s shadow: takes the cost in any case and may owe; never influences anything else
--                          p partial: takes what it has of the cost, never refuses
--                          b gives the cost back, up to full
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
-- A bucket is one string, algorithm:at:a:b:c, whose time at is in microseconds; a missing key is a full bucket, which
-- is why its TTL may be just above the time to full and nothing is lost with it.
--          t   a micro-tokens and b/c of one more           l   the same, but counting what is missing
--          f   a microseconds into a window, b taken        s   the same, c taken in the window before
-- The version after this one packs it as '<dddddc1': at, a, b, c, when the key goes away, algorithm. There a of t and l
-- is a * c + b, b is c, and c is 0. That is read here, and becomes text when it is written.
--
-- Atomic because Redis runs nothing else meanwhile: phase one reads and decides all levels, phase two writes. A refused
-- call writes nothing, with one exception: a bucket last written by a clock far ahead of this one is dated back, with
-- what it holds, or it would stand still until the clock is there again.
--
-- Numbers are doubles, and integers below 2^53 throughout: nothing is multiplied before it was clamped, division is by
-- fmod, and numbers are written with %.0f (tostring keeps 14 digits).
--
-- Written in one piece: Redis runs it from the top for each call, and here a function or a table that is made each time
-- costs as much as a command.

local MICROS = 1000000
local LARGEST = 9007199252643840 -- 2^53 - 2^21: a wait may still grow by AHEAD
local AHEAD = 1000000 -- microseconds by which a clock may go back before it is believed
local MARGIN_MS = 1000 -- a key outlives its time to full by this
local PACKED = 41 -- bytes of a bucket that the next version wrote

-- What is not local is looked up by its name each time.
local KEYS, ARGV, call, pcall = KEYS, ARGV, redis.call, redis.pcall
local tonumber, type, format, match = tonumber, type, string.format, string.match
local unpack = struct.unpack
local fmod, min, max = math.fmod, math.min, math.max

local function floor_div(a, b)
  local rest = fmod(a, b)
  if rest < 0 then
    return (a - rest) / b - 1
  end
  return (a - rest) / b
end

-- a is at least 0.
local function ceil_div(a, b)
  local rest = fmod(a, b)
  if rest > 0 then
    return (a - rest) / b + 1
  end
  return a / b
end

local time = redis.call('TIME')
local now = time[1] * MICROS + time[2]
local now_written = format('%.0f', now)

local levels = #KEYS
local allowed, garbage, ahead = 1, 0, 0
-- Ten numbers a level, from phase one to phase two:
--   token and leaky bucket  1 value    2 full   3 unit    9 tokens
--   windows                 1 age      2 taken  3 before  9 window
--   both                    4 its time 5 how far that is ahead of now (-1: so far that it is dated back)
--                           6 granted  7 wait   8 capacity  10 cost
-- Both tables have room for four levels from the start: one that grows is allocated anew each time its size doubles.
local seen = {
  nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
  nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
}

-- Phase one: every level is brought to this moment and decided. Nothing is written.
for i = 1, levels do
  local first, base = 6 * i - 6, 10 * i - 10
  local algorithm, manner = ARGV[first + 1], ARGV[first + 6]
  local capacity, tokens = tonumber(ARGV[first + 2]), tonumber(ARGV[first + 3])
  local seconds, cost = tonumber(ARGV[first + 4]), tonumber(ARGV[first + 5])
  local counts_tokens = algorithm == 't' or algorithm == 'l'
  local forgives = manner == 'e' or manner == 'p'

  -- What is stored: its time `at` is false where there is nothing of use.
  local at, a, b, c = false
  local raw = pcall('GET', KEYS[i])
  if raw then
    local stored
    if type(raw) == 'string' then
      stored, at, a, b, c = match(raw, '^([tfsl]):(%d+):(%-?%d+):(%d+):(%d+)$')
      if not stored and #raw == PACKED then
        local goes
        at, a, b, c, goes, stored = unpack('<dddddc1', raw)
        -- Anything unfit is made what is refused below, like text that is.
        if not (at >= 0 and at % 1 == 0 and a % 1 == 0 and b >= 0 and b % 1 == 0 and c >= 0 and c % 1 == 0) then
          stored = nil
        elseif stored == 't' or stored == 'l' then
          if b == 0 or c > 0 or a > LARGEST or a < -LARGEST or b > LARGEST then
            stored = nil
          else
            a, b, c = floor_div(a, b), a - floor_div(a, b) * b, b
          end
        elseif stored ~= 'f' and stored ~= 's' then
          stored = nil
        end
      end
    elseif not match(raw.err, 'WRONGTYPE') then
      return raw
    end
    local sound = false
    if stored then
      at, a, b, c = tonumber(at), tonumber(a), tonumber(b), tonumber(c)
      sound = at <= LARGEST and a <= LARGEST and b <= LARGEST and c <= LARGEST
      if stored == 't' or stored == 'l' then
        sound = sound and b < c and a <= LARGEST / c and a >= -LARGEST / c and (a >= 0 or stored == 't')
      else
        sound = sound and a >= 0 and (c == 0 or stored == 's')
      end
    end
    if not sound then
      garbage = garbage + 1
      at = false
    elseif stored ~= algorithm then
      -- Counted in another way until now: it begins full.
      at = false
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

  if counts_tokens then
    -- In units of which one microsecond adds `tokens`.
    local unit = MICROS * seconds
    local full = capacity * unit
    local value = full
    if at then
      if c ~= seconds then
        -- Another rate: whole micro-tokens are kept, and as many as can be counted in its unit.
        local most = floor_div(LARGEST, seconds)
        a, b = max(-most, min(a, most)), 0
      end
      value = a * seconds + b
      if algorithm == 'l' then
        value = full - value
      end
      if forgives then
        value = max(value, 0)
      else
        value = max(value, full - LARGEST)
      end
      if value >= full or elapsed >= ceil_div(full - value, tokens) then
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
        wait = ceil_div(goal - value, tokens)
      elseif manner == 'p' then
        granted = min(cost, floor_div(value, unit))
      else
        granted = cost
      end
    end
    seen[base + 1], seen[base + 2], seen[base + 3], seen[base + 9] = value, full, unit, tokens
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
        most = floor_div(LARGEST, window)
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
          wait = rest + window - floor_div((capacity - want) * window, taken)
        end
      elseif before * rest > room * window then
        wait = rest - floor_div(room * window, before)
      elseif manner == 'p' then
        granted = min(cost, capacity - taken - ceil_div(before * rest, window))
      else
        granted = cost
      end
    end
    seen[base + 1], seen[base + 2], seen[base + 3], seen[base + 9] = age, taken, before, window
  end

  if wait > 0 and later > 0 then
    wait = wait + later
  end
  if wait ~= 0 and cost > 0 and manner == 'e' then
    allowed = 0
  end
  seen[base + 4], seen[base + 5], seen[base + 6], seen[base + 7] = its_time, later, granted, wait
  seen[base + 8], seen[base + 10] = capacity, cost
end

-- Phase two: what each manner makes of the decision is written and told.
local reply = {
  allowed, garbage, ahead,
  nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil,
}
for i = 1, levels do
  local first, base = 6 * i - 6, 10 * i - 10
  local algorithm, manner = ARGV[first + 1], ARGV[first + 6]
  local later, granted = seen[base + 5], seen[base + 6]
  local capacity, cost = seen[base + 8], seen[base + 10]
  local take, give = 0, 0
  if allowed == 1 then
    if manner == 'b' then
      give = cost
    elseif manner == 's' then
      take = cost
    else
      take = granted
    end
  end
  local changed = take > 0 or give > 0 or (later < 0 and cost > 0)
  local remaining, to_full
  local a, b, c

  if algorithm == 't' or algorithm == 'l' then
    local value, full, unit = seen[base + 1], seen[base + 2], seen[base + 3]
    if manner == 's' and take > 0 and take > floor_div(value - full + LARGEST, unit) then
      value = full - LARGEST
    elseif take > 0 then
      value = value - take * unit
    elseif give > 0 and give >= ceil_div(full - value, unit) then
      value = full
    elseif give > 0 then
      value = value + give * unit
    end
    remaining = floor_div(value, unit)
    if algorithm == 'l' and value < full then
      remaining = min(remaining, 0)
    end
    to_full = ceil_div(full - value, seen[base + 9])
    if changed then
      c = unit / MICROS
      if algorithm == 'l' then
        value = full - value
      end
      a = floor_div(value, c)
      b = value - a * c
    end
  else
    local window = seen[base + 9]
    a, b, c = seen[base + 1], seen[base + 2], seen[base + 3]
    if take > 0 then
      b = min(b + take, floor_div(LARGEST, window))
    elseif give > 0 then
      b = max(b - give, 0)
    end
    remaining = capacity - b - ceil_div(c * (window - a), window)
    to_full = 0
    if b > 0 and algorithm == 's' then
      to_full = 2 * window - a
    elseif b > 0 or c > 0 then
      to_full = window - a
    end
  end

  if to_full > 0 and later > 0 then
    to_full = to_full + later
  end
  if changed and to_full == 0 then
    call('DEL', KEYS[i])
  elseif changed then
    local at = later > 0 and format('%.0f', seen[base + 4]) or now_written
    call('SET', KEYS[i], format('%s:%s:%.0f:%.0f:%.0f', algorithm, at, a, b, c),
      'PX', format('%.0f', ceil_div(to_full, 1000) + MARGIN_MS))
  end
  local last = 4 * i - 1
  reply[last + 1], reply[last + 2], reply[last + 3], reply[last + 4] = granted, remaining, seen[base + 7], to_full
end
return reply
