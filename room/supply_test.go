package room_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// firstLong is the first number of a deal that is too long to try all of them.
const firstLong = 8_031_810_176

// shelf is a stock that gives deals one after the other: whichever it is told to, wrong ones too.
type shelf struct {
	mu    sync.Mutex
	deals []engine.Code
	err   error
	taken int
	long  bool // what was asked for last
}

func (s *shelf) Take(_ context.Context, _ *engine.Variant, long bool) (engine.Code, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.long = long
	s.taken++
	if s.err != nil || len(s.deals) == 0 {
		return engine.Code{}, false, s.err
	}
	deal := s.deals[0]
	s.deals = s.deals[1:]
	return deal, true, nil
}

func codeOf(t *testing.T, variant string, number uint64) engine.Code {
	t.Helper()
	code, err := engine.NewCode(engineVariant(t, variant), number)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// A random deal is one that can be won where the room does not say that it may be any, and only then is labelled
// so. What would give a sealed deal away, or is of another game, is not taken; and a stock that is empty or fails
// keeps nobody from a room.
func TestARandomDealCanBeWon(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		options *samedealv1.RoomOptions
		stock   []engine.Code
		err     error
		want    bool
		long    bool
		asked   int
	}{
		{"sealed", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, []engine.Code{codeOf(t, "KL1-D3N", firstLong)}, nil, true, true, 1},
		{"open", &samedealv1.RoomOptions{Deal: "KL1-D3N", OpenDeal: true}, []engine.Code{codeOf(t, "KL1-D3N", 7)}, nil, true, false, 1},
		{"FreeCell", &samedealv1.RoomOptions{Deal: "FC1-C4"}, []engine.Code{codeOf(t, "FC1-C4", 7)}, nil, true, false, 1},
		{"any", &samedealv1.RoomOptions{Deal: "KL1-D3N", AnyDeal: true}, []engine.Code{codeOf(t, "KL1-D3N", firstLong)}, nil, false, false, 0},
		{"given", &samedealv1.RoomOptions{Deal: "KL1-D3N-AAAAAAB"}, []engine.Code{codeOf(t, "KL1-D3N", firstLong)}, nil, false, false, 0},
		{"none to be had", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, nil, nil, false, true, 1},
		{"failing", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, nil, errors.New("no stock"), false, true, 1},
		{"a short one for a sealed room", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, []engine.Code{codeOf(t, "KL1-D3N", 7)}, nil, false, true, 1},
		{"of another game", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, []engine.Code{codeOf(t, "TF1-D1N", firstLong)}, nil, false, true, 1},
		{"of no game", &samedealv1.RoomOptions{Deal: "KL1-D3N"}, []engine.Code{{}}, nil, false, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config, stock := hubConfig(t, redistest.Embedded(t)), &shelf{deals: c.stock, err: c.err}
			config.Deals = stock
			hub := startHub(t, config)
			code := makeRoom(t, hub, c.options)
			created := createdOf(t, config, code)
			if stock.taken != c.asked || stock.long != c.long {
				t.Errorf("asked %d times, for a long one: %t", stock.taken, stock.long)
			}
			if took := len(c.stock) > 0 && created.GetDeal() == c.stock[0].String(); took != c.want || created.GetWinnable() != c.want {
				t.Errorf("the room has %v", created)
			}
			described, err := hub.Describe(context.Background(), code)
			if err != nil || described.GetDeal().GetWinnable() != c.want {
				t.Errorf("described as %v, %v", described, err)
			}
			if number := codeNumber(t, created.GetDeal()); created.GetSealed() && c.options.GetDeal() == "KL1-D3N" && number < firstLong {
				t.Errorf("a sealed room has the short deal %s", created.GetDeal())
			}
		})
	}
}

func codeNumber(t *testing.T, text string) uint64 {
	t.Helper()
	code, err := engine.ParseCode(text)
	if err != nil {
		t.Fatal(err)
	}
	return code.Number()
}

// createdOf is how a room was made, its secret among it.
func createdOf(t *testing.T, config room.Config, code room.Code) *samedealv1.Created {
	t.Helper()
	return eventsOf(t, config, code)[0].GetCreated()
}

// A rematch with a new deal has one that can be won, too, and takes none from the stock when it is refused; with
// the same deal it keeps its label.
func TestARematchHasADealThatCanBeWon(t *testing.T) {
	t.Parallel()
	for _, same := range []bool{true, false} {
		config := hubConfig(t, redistest.Embedded(t))
		first, second := codeOf(t, "KL1-D3N", firstLong), codeOf(t, "KL1-D3N", firstLong+1)
		stock := &shelf{deals: []engine.Code{first, second}}
		config.Deals = stock
		hub := startHub(t, config)
		code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D3N", CountdownS: 30})
		ana := connect(t, hub, "Ana", 1, code)
		ana.mustDo(enter(false))
		ask := &samedealv1.Command{Command: &samedealv1.Command_Rematch{Rematch: &samedealv1.Rematch{SameDeal: same}}}
		if answer := ana.do(ask); answer.GetFault().GetReason() != samedealv1.Reason_REASON_NOT_STARTED || stock.taken != 1 {
			t.Errorf("refused with %v, %d deals taken", answer.GetFault(), stock.taken)
		}
		ana.mustDo(start())
		ana.mustDo(&samedealv1.Command{Command: &samedealv1.Command_Leave{Leave: &samedealv1.Leave{}}})
		want, taken := second, 2
		if same {
			want, taken = first, 1
		}
		for range 2 {
			answer := ana.mustDo(ask)
			created := createdOf(t, config, room.Code(answer.GetRoom()))
			if created.GetDeal() != want.String() || !created.GetWinnable() || created.GetSealed() == same || stock.taken != taken {
				t.Errorf("the rematch has %v, want %v; %d deals taken", created, want, stock.taken)
			}
		}
	}
}
