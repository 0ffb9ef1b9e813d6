-- Adds boards to a player's index.
--
-- KEYS[1]    the boards, a sorted set
-- KEYS[2]    those that the player is being taken off, a sorted set
-- KEYS[3]    up to when the player's games were removed, a string
-- ARGV[1]    when the index expires, in milliseconds of Unix time
-- ARGV[2]    now, in milliseconds of Unix time: boards that are gone by then are taken out
-- ARGV[3..]  for each board: when it is gone, and its id
--
-- Returns KEYS[3], or empty.

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
for i = 3, #ARGV, 2 do
  redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1])
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIREAT', key, ARGV[1])
end
return redis.call('GET', KEYS[3]) or ''
