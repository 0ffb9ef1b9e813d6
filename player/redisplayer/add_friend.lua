-- Notes a friend on one player's side.
--
-- KEYS[1]  the player's friends, a sorted set
-- KEYS[2]  whom the player blocks, a sorted set
-- ARGV[1]  the friend
-- ARGV[2]  when that is, in milliseconds of Unix time
-- ARGV[3]  the most friends that there may be
-- ARGV[4]  when the friends expire, in milliseconds of Unix time
--
-- Returns 1; 0 if the friend is blocked; -1 if there are too many: then nothing was changed.

if redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  return 0
end
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return -1
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[4])
return 1
