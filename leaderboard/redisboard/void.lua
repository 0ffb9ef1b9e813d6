-- Takes all rows off a board and has it take no more.
--
-- ARGV[1]  when the board expires, in milliseconds of Unix time
--
-- Returns the players and their rows by score and time, one after the other; again the same, with an empty row for who
-- was settled.

if redis.call('EXISTS', void) == 0 then
  if redis.call('EXISTS', rows) == 1 then
    redis.call('RENAME', rows, void)
  end
  redis.call('HSET', void, '', '')
  redis.call('DEL', score, first, games, firstRows, firstGames, seen, versions)
end
expire(ARGV[1])
return redis.call('HGETALL', void)
