-- Begins every script of a board: names its keys, and holds what more than one of them does.

local score, first, rows, games, firstRows, firstGames, seen, versions, removed, void, attempts =
  unpack(KEYS)

-- Has all keys expire at one instant, in milliseconds of Unix time.
local function expire(at)
  for _, key in ipairs(KEYS) do
    redis.call('PEXPIREAT', key, at)
  end
end

-- Reads a key, a number below 2^53 in text. A sorted set may give it as 1e+15, which the tonumber of the
-- embedded store does not read; arithmetic does.
local function number(key)
  return key + 0
end

-- Reports whether a key is lower than another or there is no other.
local function lower(key, other)
  return not other or number(key) < number(other)
end

-- Sets a field of a hash, or with no value, takes it out.
local function put(hash, field, value)
  if value and value ~= '' then
    redis.call('HSET', hash, field, value)
  else
    redis.call('HDEL', hash, field)
  end
end

-- Takes the rows of a player off, and reports whether there were any.
local function takeOff(player)
  local had = redis.call('ZREM', score, player) + redis.call('ZREM', first, player)
  for _, hash in ipairs({rows, games, firstRows, firstGames}) do
    redis.call('HDEL', hash, player)
  end
  return had > 0
end
