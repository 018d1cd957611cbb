-- A caller whose limit is used up goes on calling.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local same = order.request("the-denied-key")

function request()
  return same
end
