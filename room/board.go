package room

import (
	"strings"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// stand is a seat at one moment, as it is shown: to its player, to those who watch, to those who play
// the same deal.
type stand struct {
	seat      int
	number    uint32
	entry     EntryID
	atMS      uint32 // when it came about
	word      string // the action that led here, "" at the start
	variant   *engine.Variant
	position  engine.Position
	undoable  int
	noMoves   bool
	movesLeft int
	ended     bool
}

// stand is the seat as it stands now.
func (s *Seat) stand(seat int) stand { return s.standOf(seat, s.play, s.Number()) }

// standAt is the seat as it stood after the action of that number.
func (s *Seat) standAt(seat int, number uint32) stand {
	return s.standOf(seat, s.at(number), number)
}

func (s *Seat) standOf(seat int, play *engine.Play, number uint32) stand {
	p := play.Position()
	st := stand{
		seat: seat, number: number, variant: play.Variant(), position: p, undoable: play.Undoable(),
		noMoves:   s.passed && play.Variant().NoMoves(p),
		movesLeft: max(0, engine.MoveBudget-p.Moves()),
		ended:     s.Ended(),
	}
	if number > 0 {
		last := s.actions[number-1]
		st.entry, st.atMS, st.word = last.Entry, last.AtMS, last.Word
	}
	return st
}

// ownBoard is what the seat's player sees.
func (st stand) ownBoard(room Code, elapsedMS uint32) *samedealv1.OwnBoard {
	own := &samedealv1.OwnBoard{
		Room: string(room), Seat: uint32(st.seat), Number: st.number, Entry: st.entry.String(),
		Board: st.board(), ElapsedMs: elapsedMS,
	}
	if !st.ended {
		for m := range st.variant.Moves(&st.position) {
			own.Legal = append(own.Legal, st.variant.Word(st.position, m))
		}
	}
	if st.movesLeft <= budgetWarning {
		left := uint32(st.movesLeft)
		own.MovesLeft = &left
	}
	return own
}

// watchedBoard is what those who may see the board see.
func (st stand) watchedBoard(room Code) *samedealv1.WatchedBoard {
	return &samedealv1.WatchedBoard{
		Room: string(room), Seat: uint32(st.seat), Entry: st.entry.String(), Board: st.board(),
		ElapsedMs: st.atMS, Word: st.word,
	}
}

// replayStep is what a replay shows.
func (st stand) replayStep() *samedealv1.ReplayStep {
	return &samedealv1.ReplayStep{Word: st.word, AtMs: st.atMS, Board: st.board()}
}

// seatProgress is what those who play the same deal see.
func (st stand) seatProgress(room Code) *samedealv1.SeatProgress {
	return &samedealv1.SeatProgress{
		Room: string(room), Seat: uint32(st.seat), Entry: st.entry.String(),
		Progress: progressOf(st.variant, st.position), ElapsedMs: st.atMS,
	}
}

func (st stand) board() *samedealv1.Board {
	view := engine.PlayerView(st.position)
	b := &samedealv1.Board{
		Waste:    cardsText(view.Cards(engine.Waste)),
		Stock:    uint32(view.Len(engine.Stock)),
		Score:    uint32(view.Score()),
		Moves:    uint32(view.Moves()),
		Redeals:  uint32(view.Redeals()),
		Undoable: uint32(st.undoable),
		Won:      view.Won(),
		NoMoves:  st.noMoves,
		Hash:     uint64(view.Hash()),
	}
	for i := range st.variant.Columns {
		b.Columns = append(b.Columns, cardsText(view.Cards(engine.Column(i+1))))
	}
	for i := range st.variant.Cells {
		b.Cells = append(b.Cells, cardsText(view.Cards(engine.Cell(i+1))))
	}
	for suit := engine.Spades; suit <= engine.Clubs; suit++ {
		b.Foundations = append(b.Foundations, uint32(view.Len(engine.Foundation(suit))))
	}
	return b
}

func progressOf(v *engine.Variant, p engine.Position) *samedealv1.Progress {
	view := engine.OpponentView(p)
	progress := &samedealv1.Progress{
		Waste:   uint32(view.Len(engine.Waste)),
		Stock:   uint32(view.Len(engine.Stock)),
		Home:    uint32(view.CardsHome()),
		Score:   uint32(view.Score()),
		Moves:   uint32(view.Moves()),
		Redeals: uint32(view.Redeals()),
	}
	for i := range v.Columns {
		down := uint32(0)
		cards := view.Cards(engine.Column(i + 1))
		for _, c := range cards {
			if c.IsFaceDown() {
				down++
			}
		}
		progress.Columns = append(progress.Columns, uint32(len(cards)))
		progress.FaceDown = append(progress.FaceDown, down)
	}
	for i := range v.Cells {
		progress.Cells = append(progress.Cells, view.Len(engine.Cell(i+1)) > 0)
	}
	return progress
}

func cardsText(cards []engine.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.String()
	}
	return strings.Join(texts, " ")
}

// revealed is the cards that an action has brought to light: drawn ones, and those turned up. Undo
// brings none.
func revealed(v *engine.Variant, before, after engine.Position, word string) []*samedealv1.Revealed {
	if word == undoWord {
		return nil
	}
	var cards []*samedealv1.Revealed
	show := func(x engine.Pile, i int, c engine.Card) {
		cards = append(cards, &samedealv1.Revealed{Pile: x.String(), Index: uint32(i), Card: c.String()})
	}
	waste := after.Cards(engine.Waste)
	for i := before.Len(engine.Waste); i < len(waste); i++ {
		show(engine.Waste, i, waste[i])
	}
	for c := range v.Columns {
		x := engine.Column(c + 1)
		old, now := before.Cards(x), after.Cards(x)
		for i := range min(len(old), len(now)) {
			if old[i].IsFaceDown() && !now[i].IsFaceDown() {
				show(x, i, now[i])
			}
		}
	}
	return cards
}
