-- Uses a player's invitation up and notes who used it as a friend.
--
-- KEYS[1]  the player's invitation, a string
-- KEYS[2]  the player's friends, a sorted set
-- KEYS[3]  whom the player blocks, a sorted set
-- ARGV[1]  the code that is used
-- ARGV[2]  who uses it
-- ARGV[3]  when that is, in milliseconds of Unix time
-- ARGV[4]  the most friends that there may be
-- ARGV[5]  when the friends expire, in milliseconds of Unix time
--
-- Returns 1; 0 if the code cannot be used; -1 if there are too many friends: then nothing was changed.

local noted = redis.call('ZSCORE', KEYS[2], ARGV[2])
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return noted and 1 or 0
end
if redis.call('ZSCORE', KEYS[3], ARGV[2]) then
  return 0
end
if not noted and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then
  return -1
end
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
redis.call('PEXPIREAT', KEYS[2], ARGV[5])
return 1
