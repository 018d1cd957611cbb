-- Nine new orders, then a repeat of one that was placed a while ago: what clients on bad networks send.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local prefix, count, placed

function init()
  prefix = order.run .. "-" .. number .. "-"
  count = 0
  placed = 0
end

function request()
  count = count + 1
  if count % 10 == 0 and placed > 1000 then
    return order.request(prefix .. (placed - 1000))
  end
  placed = placed + 1
  return order.request(prefix .. placed)
end
