-- Begins the scripts that read and write a player's rows as they are.

local fields = {rows, games, firstRows, firstGames}

-- Gives the keys in both rankings and the fields of the hashes, empty where there is nothing, and a stamp
-- of all of them.
local function kept(player)
  local all = {redis.call('ZSCORE', score, player) or '', redis.call('ZSCORE', first, player) or ''}
  for _, hash in ipairs(fields) do
    all[#all + 1] = redis.call('HGET', hash, player) or ''
  end
  local sums = ''
  for _, text in ipairs(all) do
    sums = sums .. redis.sha1hex(text)
  end
  all[#all + 1] = redis.sha1hex(sums)
  return all
end
