-- Notes that a player blocks another, who is no friend from then on.
--
-- KEYS[1]  whom the player blocks, a sorted set
-- KEYS[2]  the player's friends, a sorted set
-- ARGV[1]  the other
-- ARGV[2]  when that is, in milliseconds of Unix time
-- ARGV[3]  the most who may be blocked
-- ARGV[4]  when those blocked expire, in milliseconds of Unix time
--
-- Returns 1; -1 if there are too many: then nothing was changed.

if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return -1
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[4])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
