package solve

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
)

// dealt gives a deal's layout and first state.
func dealt(t interface{ Fatal(...any) }, options string, number uint64) (*engine.Variant, engine.Position, stockLayout) {
	v, err := engine.ParseVariant(options)
	if err != nil {
		t.Fatal(err)
	}
	code, err := engine.NewCode(v, number)
	if err != nil {
		t.Fatal(err)
	}
	p := code.Start()
	return v, p, newStockLayout(v, &p)
}

// strollThrough shows the states of a game by chance, each with nothing safe left to do.
func strollThrough(t *rapid.T, show func(l *stockLayout, b stockBoard)) {
	options := rapid.SampledFrom([]string{
		"KL1-D1N", "KL1-D3N", "KL1-D1P1", "KL1-D3P1", "KL1-D1P3", "KL1-D3P3", "TF1-D1N", "TF1-D3N",
	}).Draw(t, "options")
	_, p, l := dealt(t, options, rapid.Uint64Range(1, 1_000_000).Draw(t, "number"))
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
	b := l.start(&p)
	for range 100 {
		l.settle(&b)
		show(&l, b)
		var all []stockMove
		for kind, cards := range b.choices() {
			for ; cards != 0; cards &= cards - 1 {
				all = append(all, stockMove{stockKind(kind), cards.first()})
			}
		}
		if len(all) == 0 {
			return
		}
		l.do(&b, all[r.IntN(len(all))])
	}
}

// What makes the order of two moves not matter is checked on the moves themselves.
func TestMovesAlreadyTriedLeadToTheSameState(t *testing.T) {
	pairs := 0
	rapid.Check(t, func(t *rapid.T) {
		strollThrough(t, func(l *stockLayout, b stockBoard) {
			choices := b.choices()
			for kind, cards := range choices {
				for ; cards != 0; cards &= cards - 1 {
					second := stockMove{stockKind(kind), cards.first()}
					pairs += checkBothOrders(t, l, b, choices, second)
				}
			}
		})
	})
	if pairs < 100 {
		t.Errorf("only %d pairs were seen", pairs)
	}
}

// checkBothOrders tries, after a move, all those that need not be tried again after it.
func checkBothOrders(t *rapid.T, l *stockLayout, b stockBoard, choices stockChoices, m stockMove) int {
	after, pairs := b, 0
	l.do(&after, m)
	skipped := l.alreadyTried(choices, m)
	for kind, cards := range after.choices() {
		for cards &= skipped[kind]; cards != 0; cards &= cards - 1 {
			other := stockMove{stockKind(kind), cards.first()}
			one, two := after, b
			l.do(&one, other)
			l.do(&two, other)
			if !two.choices()[m.kind].has(m.bit) {
				t.Fatalf("%v can be made before %v, and not after it", m, other)
			}
			l.do(&two, m)
			if one != two {
				t.Fatalf("%v and %v lead to two states:\n%+v\n%+v", m, other, one, two)
			}
			pairs++
		}
	}
	return pairs
}

// States that differ have keys that differ.
func TestStockKeysTellStatesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := map[uint64]stockBoard{}
		strollThrough(t, func(l *stockLayout, b stockBoard) {
			key := l.key(&b)
			if other, known := states[key]; known && other != b {
				t.Fatalf("two states have the key %x:\n%+v\n%+v", key, other, b)
			}
			states[key] = b
			if l.wide {
				t.Fatal("a state of a deal does not fit its key")
			}
		})
	})
}

// No state on the way to a win is hopeless.
func TestNoStateOfAWonLineIsHopeless(t *testing.T) {
	for number := range uint64(40) {
		_, p, l := dealt(t, "KL1-D3N", number+1)
		b := l.start(&p)
		l.settle(&b)
		s := newStockSearch(&l, newEffort(Options{States: 5_000, Memory: LeastMemory}))
		if s.run(&b) != Won {
			continue
		}
		for i, f := range s.frames {
			l.do(&b, f.move)
			l.settle(&b)
			if l.hopeless(&b) {
				t.Errorf("deal %d: the state after %d moves of a line that wins is hopeless", number+1, i+1)
			}
		}
	}
}

// A board can be laid out so that its states need more than 64 bits.
func TestWideStockBoards(t *testing.T) {
	v, err := engine.ParseVariant("KL1-D1N")
	if err != nil {
		t.Fatal(err)
	}
	var cards []string
	for i := range deckSize {
		cards = append(cards, cardOf(uint8((i*5+3)%deckSize)).String())
	}
	p, err := v.ParseBoard("Stock: " + strings.Join(cards[:45], " ") + "\n" + strings.Join(cards[45:], "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if l := newStockLayout(v, &p); !l.wide {
		t.Error("the board is not wide")
	}
	result, err := Solve(v, &p, Options{})
	if err != nil || result.Verdict != Won {
		t.Errorf("it is %v, error %v", result.Verdict, err)
	}
}

func TestStockCards(t *testing.T) {
	for rank := engine.Ace; rank <= engine.King; rank++ {
		for suit := engine.Spades; suit <= engine.Clubs; suit++ {
			card := engine.NewCard(rank, suit)
			bit := bitOf(card)
			if cardOf(bit) != card || bit>>2 != uint8(rank-1) {
				t.Errorf("%v has bit %d, which is %v", card, bit, cardOf(bit))
			}
			if rank < engine.King && above(1<<bit) != 1<<bitOf(engine.NewCard(rank+1, suit)) {
				t.Errorf("above %v is %v", card, cardOf(above(1<<bit).first()))
			}
			for _, on := range []engine.Suit{engine.Spades, engine.Hearts, engine.Diamonds, engine.Clubs} {
				host := engine.NewCard(rank+1, on)
				fits := rank < engine.King && host.Red() != card.Red()
				if rank < engine.King && takenOn(1<<bitOf(host), false).has(bit) != fits {
					t.Errorf("%v on %v is not %v", card, host, fits)
				}
			}
		}
	}
}

func TestKeySetGrowsToItsBound(t *testing.T) {
	const bytes = 1 << 20
	s := newKeySet(bytes)
	added := uint64(0)
	for s.insert(added * added) {
		added++
	}
	if !s.isFull() || s.bytes() > bytes || added < bytes/bytesPerSlot/2 {
		t.Errorf("full %v with %d keys in %d bytes", s.isFull(), added, s.bytes())
	}
	for i := range added {
		if !s.has(i * i) {
			t.Fatalf("%d is no longer there", i*i)
		}
	}
	if s.has(3) {
		t.Error("a number is there that was never added")
	}
}

func TestStockSearchAllocatesNothing(t *testing.T) {
	_, p, l := dealt(t, "KL1-D3N", 29)
	b := l.start(&p)
	l.settle(&b)
	e := newEffort(Options{States: 1 << 40})
	s := newStockSearch(&l, e)
	s.order = stockOrders[0]
	search := func() {
		e.allow(20_000)
		s.find(&b)
	}
	search()
	if n := testing.AllocsPerRun(3, search); n != 0 {
		t.Errorf("a search allocates %v times", n)
	}
}

// BenchmarkStockSearch measures the complete search alone.
func BenchmarkStockSearch(b *testing.B) {
	for _, options := range []string{"KL1-D1N", "KL1-D3N"} {
		b.Run(options, func(b *testing.B) {
			_, p, l := dealt(b, options, 29)
			board := l.start(&p)
			l.settle(&board)
			e := newEffort(Options{States: 1 << 62})
			s := newStockSearch(&l, e)
			s.order = stockOrders[0]
			for b.Loop() {
				e.allow(100_000)
				s.find(&board)
			}
			b.ReportMetric(float64(e.states)/float64(b.N), "states/op")
			b.ReportMetric(float64(e.states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
