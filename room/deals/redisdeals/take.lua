-- Takes a deal out of a stock and notes when, so that it is not put in again.
--
-- KEYS[1]  the stock, a sorted set
-- ARGV[1]  now, in milliseconds of Unix time
-- ARGV[2]  what was taken up to then is forgotten, in milliseconds of Unix time
--
-- Returns the deal's code; nil if there is none.

redis.call('ZREMRANGEBYSCORE', KEYS[1], '(0', ARGV[2])
local code = redis.call('ZRANGEBYSCORE', KEYS[1], 0, 0, 'LIMIT', 0, 1)[1]
if not code then
  return false
end
redis.call('ZADD', KEYS[1], ARGV[1], code)
return code
