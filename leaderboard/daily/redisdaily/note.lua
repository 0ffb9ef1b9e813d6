-- Notes a result in a player's history, or that a challenge is voided.
--
-- KEYS[1]  the history, a hash
-- ARGV[1]  when it expires, in milliseconds of Unix time
-- ARGV[2]  the challenge's field
-- ARGV[3]  the result as text; empty if there is none to note
-- ARGV[4]  when its attempt began, in milliseconds of Unix time
-- ARGV[5]  the field that says that the challenge is voided; empty if it is not
--
-- Returns the history as it then is: fields and values in turn.

local removed = tonumber(redis.call('HGET', KEYS[1], 'removed') or '-1')
local changed = 0
if ARGV[3] ~= '' and tonumber(ARGV[4]) > removed then
  changed = changed + redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3])
end
if ARGV[5] ~= '' then
  changed = changed + redis.call('HSETNX', KEYS[1], ARGV[5], '1')
end
if changed > 0 then
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
local history = redis.call('HGETALL', KEYS[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return history
