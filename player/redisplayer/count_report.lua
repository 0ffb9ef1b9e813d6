-- Counts a player's report.
--
-- KEYS[1]  the count, a string
-- ARGV[1]  when the count expires if this is its first, in milliseconds of Unix time
--
-- Returns the count.

local count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
end
return count
