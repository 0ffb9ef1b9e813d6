-- Takes a player's rows off, and has their games up to an instant refused.
--
-- ARGV[1]  the player
-- ARGV[2]  the instant, in milliseconds of Unix time
-- ARGV[3]  when the board expires, in milliseconds of Unix time
--
-- Returns 1 if there was a row, else 0.

local player, instant, at = unpack(ARGV)
local upTo = redis.call('HGET', removed, player)
if not upTo or tonumber(upTo) < tonumber(instant) then
  redis.call('HSET', removed, player, instant)
end
redis.call('HDEL', seen, player)
redis.call('HDEL', void, player)
local had = takeOff(player)
expire(at)
return had and 1 or 0
