package room

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// What is sent of a seat must not hang on a card that its reader may not know: the same game on two
// boards that differ only in hidden cards gives the same bytes, until a card that differs turns up.
func TestFramesDoNotHangOnHiddenCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, other := twinGames(t)
		for range rapid.IntRange(0, 80).Draw(t, "length") {
			p := one.Position()
			var legal []engine.Move
			for m := range one.Variant().Moves(&p) {
				legal = append(legal, m)
			}
			legal = append(legal, engine.Move{Verb: engine.Undo})
			m := rapid.SampledFrom(legal).Draw(t, "move")
			word := m.String()
			before, otherBefore := one.Position(), other.Position()
			if a, b := one.Do(m), other.Do(m); a != b {
				t.Fatalf("%s: %v on one board, %v on the other", word, a, b)
			}
			after, otherAfter := one.Position(), other.Position()
			if engine.PlayerView(after) != engine.PlayerView(otherAfter) {
				if len(revealed(one.Variant(), before, after, word)) == 0 {
					t.Fatalf("the views differ after %s, which turned up nothing", word)
				}
				return // a card that differs has turned up
			}
			a, b := framesOf(t, one, before, word), framesOf(t, other, otherBefore, word)
			if !bytes.Equal(a, b) {
				t.Fatalf("after %s the frames differ:\n%q\n%q", word, a, b)
			}
		}
	})
}

// framesOf is all that is sent of a seat after an action, to whomever.
func framesOf(t *rapid.T, g *engine.Play, before engine.Position, word string) []byte {
	v, p := g.Variant(), g.Position()
	st := stand{variant: v, position: p, undoable: g.Undoable(), word: word, movesLeft: engine.MoveBudget}
	var all []byte
	for _, m := range []proto.Message{
		&samedealv1.Acknowledgement{Own: st.ownBoard("KLMNPQ", 1), Revealed: revealed(v, before, p, word)},
		st.watchedBoard("KLMNPQ"),
		st.seatProgress("KLMNPQ"),
	} {
		data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

// twinGames are two Klondike games that look alike: the hidden cards of one are dealt anew among their
// places in the other.
func twinGames(t *rapid.T) (*engine.Play, *engine.Play) {
	v := rapid.SampledFrom(engine.Variants()).Filter(func(v *engine.Variant) bool { return v.FaceDown }).Draw(t, "variant")
	code, err := engine.NewCode(v, rapid.Uint64Range(1, v.LastNumber()).Draw(t, "number"))
	if err != nil {
		t.Fatal(err)
	}
	text := v.Board(code.Start())
	words := strings.Fields(text)
	var hidden []string
	var places []int
	inStock := false
	for i, word := range words {
		inStock = word == "Stock:" || inStock && word != "Waste:"
		if strings.HasPrefix(word, "<") || inStock && word != "Stock:" {
			hidden, places = append(hidden, strings.Trim(word, "<>")), append(places, i)
		}
	}
	for i, card := range rapid.Permutation(hidden).Draw(t, "hidden") {
		old := words[places[i]]
		words[places[i]] = strings.Replace(old, strings.Trim(old, "<>"), card, 1)
	}
	return gameOn(t, v, text), gameOn(t, v, layOut(text, words))
}

// layOut writes words on lines as the text has them.
func layOut(text string, words []string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		n := len(strings.Fields(line))
		out.WriteString(strings.Join(words[:n], " ") + "\n")
		words = words[n:]
	}
	return out.String()
}

func gameOn(t *rapid.T, v *engine.Variant, board string) *engine.Play {
	p, err := v.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	return engine.NewPlay(v, p)
}
