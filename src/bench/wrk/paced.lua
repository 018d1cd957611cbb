-- New orders at a rate, whether answers come or not: as long as answers take less than the pause, which each connection makes
-- between two of its requests. Environment: PAUSE_MS on average; the pauses differ, or all connections would come at once.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local pause = tonumber(os.getenv("PAUSE_MS"))
local prefix, count

function init()
  math.randomseed(os.time())
  prefix = order.run .. "-" .. number .. "-"
  count = 0
end

function delay()
  return math.random(0, 2 * pause)
end

function request()
  count = count + 1
  return order.request(prefix .. count)
end
