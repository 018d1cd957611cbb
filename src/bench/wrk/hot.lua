-- The same order again and again: one finished key that every instance remembers.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local same = order.request("the-hot-key")

function request()
  return same
end
