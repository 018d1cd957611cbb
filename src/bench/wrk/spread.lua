-- Replays over KEYS finished keys, in an order that no cache can guess.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local keys = tonumber(os.getenv("KEYS"))

function init()
  math.randomseed(number + 1)
end

function request()
  return order.request("spread-" .. math.random(keys))
end
