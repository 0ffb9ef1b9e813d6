-- Begins to take a player off all boards.
--
-- KEYS     as in note.lua
-- ARGV[1]  when the index expires, in milliseconds of Unix time
-- ARGV[2]  up to when the player's games are removed, in milliseconds of Unix time
--
-- Returns the boards.

local boards = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 1, #boards, 2 do
  redis.call('ZADD', KEYS[2], boards[i + 1], boards[i])
end
redis.call('DEL', KEYS[1])
local upTo = redis.call('GET', KEYS[3])
if not upTo or tonumber(upTo) < tonumber(ARGV[2]) then
  redis.call('SET', KEYS[3], ARGV[2])
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIREAT', key, ARGV[1])
end
return redis.call('ZRANGE', KEYS[2], 0, -1)
