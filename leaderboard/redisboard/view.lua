-- Gives a part of a board.
--
-- ARGV[1]    the ranking: "score" or "first"
-- ARGV[2]    the lowest key, in first home, of a row without a win
-- ARGV[3]    whose own row is given too; empty for nobody
-- ARGV[4]    "games" to give the rows with their games, else empty
-- ARGV[5]    which rows: "page", "around", "players", or empty for none
-- ARGV[6]    how many of them at most
-- ARGV[7]    of a page: the first row's position, from 0
-- ARGV[7..]  of players: these
--
-- Returns how many rows there are, how many of them have a win, the date of a daily or empty, the own row
-- or nothing, and the rows. A row is: player, key, how many keys are lower, the row, its game or empty.

local ranking, notWon, me, withGames, part = unpack(ARGV)
local most = tonumber(ARGV[6])
local set = ranking == 'first' and first or score
local ranked = redis.call('ZCARD', set)

local keyBefore, lowerBefore

-- A row's place is one more than how many keys are lower, in every part of the board.
local function standing(player, key, gamesToo)
  if key ~= keyBefore then
    keyBefore, lowerBefore = key, redis.call('ZCOUNT', set, '-inf', '(' .. key)
  end
  local row, game = false, ''
  local fromRows, fromGames = rows, games
  if ranking == 'first' then
    row = redis.call('HGET', firstRows, player)
    if row then
      fromRows, fromGames = firstRows, firstGames
    end
  end
  row = row or redis.call('HGET', fromRows, player) or ''
  if gamesToo then
    game = redis.call('HGET', fromGames, player) or ''
  end
  return {player, key, lowerBefore, row, game}
end

local function span(from)
  local found = {}
  if most > 0 and from < ranked then
    local flat = redis.call('ZRANGE', set, from, from + most - 1, 'WITHSCORES')
    for i = 1, #flat, 2 do
      found[#found + 1] = {flat[i], flat[i + 1]}
    end
  end
  return found
end

local function around()
  local rank = me ~= '' and redis.call('ZRANK', set, me)
  if not rank then
    return {}
  end
  -- The own row is in the middle, unless one end of the board is nearer than that.
  local from = math.min(rank - math.floor(most / 2), ranked - most)
  return span(math.max(from, 0))
end

local function players()
  local found = {}
  for i = 7, #ARGV do
    local key = redis.call('ZSCORE', set, ARGV[i])
    if key then
      found[#found + 1] = {ARGV[i], key, redis.call('ZRANK', set, ARGV[i])}
    end
  end
  table.sort(found, function(a, b) return a[3] < b[3] end)
  return found
end

local found = {}
if part == 'page' then
  found = span(tonumber(ARGV[7]))
elseif part == 'around' then
  found = around()
elseif part == 'players' then
  found = players()
end

local shown = {}
for i = 1, math.min(#found, most) do
  shown[i] = standing(found[i][1], found[i][2], withGames == 'games')
end
local mine = ''
local own = me ~= '' and redis.call('ZSCORE', set, me)
if own then
  mine = standing(me, own, false)
end
return {
  ranked, redis.call('ZCOUNT', first, '-inf', '(' .. notWon), redis.call('GET', attempts) or '', mine, shown,
}
