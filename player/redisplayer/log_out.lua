-- Raises the generation of a player who is known, unless it was raised before by another request.
--
-- KEYS[1]  the record, a hash
-- ARGV[1]  when the record expires, in seconds of Unix time
-- ARGV[2]  the generation to be above of
-- ARGV[3]  the request
--
-- Returns the generation; 0 if the player has no name; -1 if another request has raised it.

local record = redis.call('HMGET', KEYS[1], 'name', 'generation', 'request')
if not record[1] then
  return 0
end
local generation = tonumber(record[2] or '0')
local raised = tonumber(ARGV[2]) + 1
if generation > raised or generation == raised and record[3] ~= ARGV[3] then
  return -1
end
redis.call('HSET', KEYS[1], 'generation', raised, 'request', ARGV[3])
redis.call('EXPIREAT', KEYS[1], ARGV[1])
return raised
