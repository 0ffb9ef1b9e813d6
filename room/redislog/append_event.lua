-- Adds an event to a room's log if nobody has added one since the caller read it.
--
-- KEYS[1]  the log, a stream
-- ARGV[1]  the event's number n, from 1
-- ARGV[2]  the event
-- ARGV[3]  when the log expires, in milliseconds of Unix time
-- ARGV[4]  the last event that the caller knows; missing if it knows an empty log
--
-- Returns 1 if the event was added, 0 if the log has another end.

local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local last = ARGV[4]
if top then
  -- An entry is its id and its fields: a name, a value.
  if not last or top[2][2] ~= last or top[1] ~= string.format('0-%d', tonumber(ARGV[1]) - 1) then
    return 0
  end
elseif last or ARGV[1] ~= '1' then
  return 0
end
redis.call('XADD', KEYS[1], '0-' .. ARGV[1], 'e', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
return 1
