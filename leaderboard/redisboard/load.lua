-- Gives what is kept of a player.
--
-- ARGV[1]  the player
--
-- Returns the keys in score and time and in first home, the row and the game, those of first home if they
-- are others, and a stamp; empty where there is nothing.

return kept(ARGV[1])
