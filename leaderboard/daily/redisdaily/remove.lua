-- Takes everything out of a player's history but its version, which it makes higher, and notes when.
--
-- KEYS[1]  the history, a hash
-- ARGV[1]  when it expires, in milliseconds of Unix time
-- ARGV[2]  the instant that is noted, in milliseconds of Unix time
--
-- Returns the history as it was before, but with its new version: fields and values in turn.

redis.call('HINCRBY', KEYS[1], 'version', 1)
local before = redis.call('HGETALL', KEYS[1])
local version = redis.call('HGET', KEYS[1], 'version')
local removed = redis.call('HGET', KEYS[1], 'removed')
if not removed or tonumber(removed) < tonumber(ARGV[2]) then
  removed = ARGV[2]
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'version', version, 'removed', removed)
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return before
