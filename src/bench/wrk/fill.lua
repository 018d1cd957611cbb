-- Places the orders that spread.lua repeats, from the one after FILLED on.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local count = tonumber(os.getenv("FILLED"))

function request()
  count = count + 1
  return order.request("spread-" .. count)
end
