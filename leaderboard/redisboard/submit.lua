-- Keeps a game on a board where it is better than what the player has.
--
-- ARGV[1]   the player
-- ARGV[2]   the key in score and time
-- ARGV[3]   the key in first home
-- ARGV[4]   the row without its game
-- ARGV[5]   the game
-- ARGV[6]   when the game began, in milliseconds of Unix time
-- ARGV[7]   the game's room and seat on a board of a deal, else empty
-- ARGV[8]   what is added to the row of a game that is not the player's first there
-- ARGV[9]   the date of the daily that it is an attempt at, on a board of a deal, else empty
-- ARGV[10]  when the board expires, in milliseconds of Unix time
--
-- Returns "first" for the player's first game there, or "later"; "void" or "removed" if it is refused.

local player, scoreKey, firstKey, row, game, began, id, addition, date, at = unpack(ARGV)

if redis.call('EXISTS', void) == 1 then
  expire(at)
  return 'void'
end
local upTo = redis.call('HGET', removed, player)
if upTo and tonumber(began) <= tonumber(upTo) then
  return 'removed'
end

local isFirst = true
if id ~= '' then
  redis.call('HSETNX', seen, player, id)
  isFirst = redis.call('HGET', seen, player) == id
end
if not isFirst then
  row = row .. addition
end
if date ~= '' then
  redis.call('SET', attempts, date)
end

local isBestByScore = lower(scoreKey, redis.call('ZSCORE', score, player))
local isBestByFirst = lower(firstKey, redis.call('ZSCORE', first, player))
if isBestByScore then
  if isBestByFirst then
    put(firstRows, player, nil)
    put(firstGames, player, nil)
  elseif redis.call('HEXISTS', firstRows, player) == 0 then
    -- What was the best in both rankings stays so in one.
    put(firstRows, player, redis.call('HGET', rows, player))
    put(firstGames, player, redis.call('HGET', games, player))
  end
  redis.call('ZADD', score, scoreKey, player)
  put(rows, player, row)
  put(games, player, game)
elseif isBestByFirst then
  put(firstRows, player, row)
  put(firstGames, player, game)
end
if isBestByFirst then
  redis.call('ZADD', first, firstKey, player)
end
expire(at)
return isFirst and 'first' or 'later'
