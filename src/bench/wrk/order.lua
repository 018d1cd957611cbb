-- What the scenarios share: the one order that all of them place, and the line that the harness reads.
-- Environment: ORDER_KEY (API key), RUN (text that no other run has).

local order = { run = os.getenv("RUN") }

-- The text of a whole request, for an order where no other path is given. Built by hand where keys differ: wrk.format costs the generator half its rate.
function order.requests(body, path)
  local head = "POST " .. (path or "/v1/orders") .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: " .. os.getenv("ORDER_KEY")
    .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\nIdempotency-Key: "
  local tail = "\r\n\r\n" .. body
  return function(key)
    return head .. key .. tail
  end
end

order.request = order.requests('{"user_id":"user-1","amount":1999,"currency":"EUR"}')

-- Percentiles in microseconds. "refused" counts answers outside of 2xx and 3xx.
function done(summary, latency)
  local broken = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format("sample requests=%d micros=%d p50=%d p99=%d refused=%d broken=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status, broken))
end

-- Each thread of wrk is a Lua state of its own and needs keys of its own.
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

return order
