-- Puts a room's next instant, if it has one that the caller has seen.
--
-- KEYS[1]  the schedule, a sorted set
-- ARGV[1]  the room
-- ARGV[2]  the latest instant that the caller has seen, in milliseconds of Unix time
-- ARGV[3]  the next instant, likewise
--
-- Returns 1 if it was put, 0 if the room has a later one, or none.

local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not at or tonumber(at) > tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
