-- Replaces a player's rows, if they are what they were.
--
-- ARGV[1]     the player
-- ARGV[2]     the stamp of what they were
-- ARGV[3..8]  as load.lua returns them; the first two empty for no rows at all
-- ARGV[9]     when the board expires, in milliseconds of Unix time
--
-- Returns 1 if it did, else 0.

local player = ARGV[1]
if kept(player)[7] ~= ARGV[2] then
  return 0
end
takeOff(player)
if ARGV[3] ~= '' then
  redis.call('ZADD', score, ARGV[3], player)
  redis.call('ZADD', first, ARGV[4], player)
  for i, hash in ipairs(fields) do
    put(hash, player, ARGV[4 + i])
  end
end
expire(ARGV[9])
return 1
