-- Each request places a new order and has it paid.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local request_with = order.requests('{"user_id":"user-1","amount":1999,"currency":"EUR","payment":{"method":"pm_card"}}')
local prefix, count

function init()
  prefix = order.run .. "-paid-" .. number .. "-"
  count = 0
end

function request()
  count = count + 1
  return request_with(prefix .. count)
end
