-- Remembers of a player whose row was taken off with its board that all that follows from it is done.
--
-- ARGV[1]  the player
--
-- Returns 1 if there was such a row, else 0.

if redis.call('HEXISTS', void, ARGV[1]) == 0 then
  return 0
end
redis.call('HSET', void, ARGV[1], '')
return 1
