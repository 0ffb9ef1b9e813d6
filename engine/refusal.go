package engine

import "strconv"

// A Rule is a reason for which an action is refused. Their order is that of precedence: of several
// that apply, the first is given.
type Rule uint8

// The rules, in the order of the table of refusals.
const (
	Accepted      Rule = iota // no rule forbids it
	GameOver                  // the game is won
	NoSuchPile                // the pile does not exist in this game
	SamePile                  // from and to are the same pile
	PileEmpty                 // nothing lies on the pile to move from
	BadCount                  // more cards than lie there, 0, or more than one from a waste, cell or foundation
	FaceDown                  // the group would contain a face-down card
	RunBroken                 // the group is not a run
	RunTooLong                // longer than the game lets move now
	KingOnly                  // an empty column takes only a king
	SameColour                // the colours do not alternate
	WrongRank                 // not exactly one rank lower than the card it would lie on
	OneAtATime                // more than one card to a foundation or a cell
	NotNext                   // the foundation needs another rank of that suit
	CellTaken                 // the cell is not empty
	NotATarget                // nothing may ever be put there
	StockEmpty                // nothing to draw and nothing to redeal
	PassLimit                 // the passes through the stock are used up
	NothingToUndo             // the history is empty
)

// ruleTexts has each rule's stable name and what it says to a person, by Rule.
var ruleTexts = [...]struct{ name, text string }{
	Accepted:      {"ACCEPTED", "accepted"},
	GameOver:      {"GAME_OVER", "the game is won and over"},
	NoSuchPile:    {"NO_SUCH_PILE", "this game has no such pile"},
	SamePile:      {"SAME_PILE", "it lies there already"},
	PileEmpty:     {"PILE_EMPTY", "nothing lies there to move"},
	BadCount:      {"BAD_COUNT", "that many cards cannot be taken from there"},
	FaceDown:      {"FACE_DOWN", "a card of the group lies face down"},
	RunBroken:     {"RUN_BROKEN", "the group is not a run: each card one rank lower than the one it lies on, in alternating colours"},
	RunTooLong:    {"RUN_TOO_LONG", "the run is too long to move now"},
	KingOnly:      {"KING_ONLY", "an empty column takes only a king"},
	SameColour:    {"SAME_COLOUR", "the colours do not alternate"},
	WrongRank:     {"WRONG_RANK", "it is not one rank lower than the card it would lie on"},
	OneAtATime:    {"ONE_AT_A_TIME", "only one card at a time goes there"},
	NotNext:       {"NOT_NEXT", "it is not the next card of its foundation"},
	CellTaken:     {"CELL_TAKEN", "the cell is taken"},
	NotATarget:    {"NOT_A_TARGET", "nothing can be put there from here"},
	StockEmpty:    {"STOCK_EMPTY", "there is nothing to draw and nothing to redeal"},
	PassLimit:     {"PASS_LIMIT", "the passes through the stock are used up"},
	NothingToUndo: {"NOTHING_TO_UNDO", "there is nothing to undo"},
}

// Rules yields every rule an action can be refused by, in their order of precedence.
func Rules() []Rule {
	rules := make([]Rule, 0, len(ruleTexts)-1)
	for r := GameOver; int(r) < len(ruleTexts); r++ {
		rules = append(rules, r)
	}
	return rules
}

// String gives the rule's stable name, such as WRONG_RANK.
func (r Rule) String() string {
	if int(r) >= len(ruleTexts) {
		return "RULE_" + strconv.Itoa(int(r))
	}
	return ruleTexts[r].name
}

// A Refusal says which rule forbids an action. The zero Refusal is none: the action is accepted.
type Refusal struct {
	Rule Rule
	// Most is, for RunTooLong, the most cards that could move.
	Most uint8
	// Rank is, for NotNext, the rank that the foundation needs.
	Rank Rank
}

// Refused reports whether the action was refused.
func (r Refusal) Refused() bool { return r.Rule != Accepted }

// Detail is the most cards allowed for RunTooLong, the letter of the rank needed for NotNext, and
// empty for the other rules.
func (r Refusal) Detail() string {
	switch r.Rule {
	case RunTooLong:
		return strconv.Itoa(int(r.Most))
	case NotNext:
		return r.Rank.String()
	default:
		return ""
	}
}

// Error names the rule and says it in words, with its detail.
func (r Refusal) Error() string {
	text := r.Rule.String()
	if int(r.Rule) < len(ruleTexts) {
		text += ": " + ruleTexts[r.Rule].text
	}
	switch r.Rule {
	case RunTooLong:
		text += ": at most " + r.Detail()
	case NotNext:
		text += ", which needs its " + r.Detail()
	default:
	}
	return text
}

func refuse(rule Rule) Refusal { return Refusal{Rule: rule} }
