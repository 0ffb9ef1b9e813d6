package engine

// An award is a reason for points that is paid once a card.
type award uint8

const (
	home award = iota
	toColumn
	turnedUp
	numAwards
)

// award pays points for a card, unless that card has earned them before. An undone move takes its
// award back with it, since the position before knew nothing of it.
func (p *Position) award(a award, card Card, points int) {
	if points == 0 || p.paid[a].Has(card) {
		return
	}
	p.paid[a] = p.paid[a].with(card)
	p.addScore(points)
}

// addScore adds points, which may be negative; the score does not go below 0.
func (p *Position) addScore(points int) {
	p.score = uint16(max(0, int(p.score)+points))
}
