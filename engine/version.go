package engine

// RulesVersion is the version of the rules by which this build judges moves. It is stored with each game,
// so that a build that does not know a version does not judge what was played under it.
const RulesVersion = 1

// MoveBudget is how many moves a game in a room may have; undo is none of them.
const MoveBudget = 4096
