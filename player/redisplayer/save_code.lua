-- Keeps a player's code for another device, instead of the one before.
--
-- KEYS[1]  the code, a string
-- KEYS[2]  the player's code, a string
-- ARGV[1]  what the code stands for
-- ARGV[2]  when it expires, in milliseconds of Unix time
-- ARGV[3]  what the keys of codes begin with, which carries the tag of KEYS
-- ARGV[4]  the code

local before = redis.call('GET', KEYS[2])
if before then
  redis.call('DEL', ARGV[3] .. before)
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[4])
redis.call('PEXPIREAT', KEYS[2], ARGV[2])
return 1
