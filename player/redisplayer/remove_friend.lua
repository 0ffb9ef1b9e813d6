-- Takes a friend out of one player's side, if they were noted before an instant and not since.
--
-- KEYS[1]  the player's friends, a sorted set
-- ARGV[1]  the friend
-- ARGV[2]  the instant, in milliseconds of Unix time
--
-- Returns how many were taken out.

local noted = redis.call('ZSCORE', KEYS[1], ARGV[1])
if noted and tonumber(noted) < tonumber(ARGV[2]) then
  return redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
