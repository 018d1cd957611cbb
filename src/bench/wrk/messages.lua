-- Each request hands over a new message.
local order = dofile(os.getenv("WRK_SCRIPTS") .. "/order.lua")
local request_with = order.requests('{"to":"+4915123456789","text":"Your parcel is on its way."}', "/v1/messages")
local prefix, count

function init()
  prefix = order.run .. "-message-" .. number .. "-"
  count = 0
end

function request()
  count = count + 1
  return request_with(prefix .. count)
end
