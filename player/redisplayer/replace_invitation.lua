-- Has a code be the one that a player invites by.
--
-- KEYS[1]  the player's invitation, a string
-- ARGV[1]  the code
-- ARGV[2]  when it expires, in milliseconds of Unix time
--
-- Returns the code before, if there was one.

local before = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return before
