-- Puts a report that is done in the place of the one that was open, if that is still kept.
--
-- KEYS[1]  the reports, a sorted set
-- ARGV[1]  the report as it was
-- ARGV[2]  the report as it is
-- ARGV[3]  when it was made, in milliseconds of Unix time
--
-- Returns how many were open.

local open = redis.call('ZREM', KEYS[1], ARGV[1])
if open == 1 then
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2])
end
return open
