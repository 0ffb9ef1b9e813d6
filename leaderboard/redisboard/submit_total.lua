-- Keeps a player's total on a board of sums if it is newer than the last.
--
-- ARGV[1]  the player
-- ARGV[2]  the key in score and time
-- ARGV[3]  the key in first home
-- ARGV[4]  the total; empty for one without days
-- ARGV[5]  its version, in 20 digits
-- ARGV[6]  when the board expires, in milliseconds of Unix time
--
-- Returns "done", also if it was not newer, or "void" if it is refused.

local player, scoreKey, firstKey, total, version, at = unpack(ARGV)

if redis.call('EXISTS', void) == 1 then
  expire(at)
  return 'void'
end
local newest = redis.call('HGET', versions, player)
if newest and newest >= version then
  return 'done'
end
redis.call('HSET', versions, player, version)
if total == '' then
  takeOff(player)
else
  redis.call('ZADD', score, scoreKey, player)
  redis.call('ZADD', first, firstKey, player)
  put(rows, player, total)
end
expire(at)
return 'done'
