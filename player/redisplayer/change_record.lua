-- Changes a field of the record of a player who is known, and remembers it longer.
--
-- KEYS[1]  the record, a hash
-- ARGV[1]  when the record expires, in seconds of Unix time
-- ARGV[2]  the field
-- ARGV[3]  its value; missing to take the field out
--
-- Returns 1, or 0 if the player has no name: then nothing was changed.

if redis.call('HEXISTS', KEYS[1], 'name') == 0 then
  return 0
end
if ARGV[3] then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
else
  redis.call('HDEL', KEYS[1], ARGV[2])
end
redis.call('EXPIREAT', KEYS[1], ARGV[1])
return 1
