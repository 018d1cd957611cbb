-- Each request places a new order.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local prefix, count

function init()
  prefix = order.run .. "-" .. number .. "-"
  count = 0
end

function request()
  count = count + 1
  return order.request(prefix .. count)
end
