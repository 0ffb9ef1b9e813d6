package gateway_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/analysis"
	"github.com/samedeal/samedeal/room/analysis/analysistest"
)

// Played gives no game: the room has not ended.
func (r *rooms) Played(ctx context.Context, _ room.PlayerID, id room.SeatID) (engine.Code, []string, error) {
	if _, err := r.Describe(ctx, id.Room); err != nil {
		return engine.Code{}, nil, err
	}
	return engine.Code{}, nil, room.NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the room has not ended")
}

// noAnalyst has no time for anything.
type noAnalyst struct{}

func (noAnalyst) Analyse(context.Context, engine.Code, []string, func() bool) (*samedealv1.AnalyseSeatResponse, error) {
	return nil, analysis.ErrBusy
}

// playedRooms has a game in seat 1 of the room, for one viewer.
type playedRooms struct {
	*rooms
	viewer *room.PlayerID
	deal   string
	words  string
}

func (r playedRooms) Played(ctx context.Context, viewer room.PlayerID, id room.SeatID) (engine.Code, []string, error) {
	if _, err := r.Describe(ctx, id.Room); err != nil {
		return engine.Code{}, nil, err
	}
	if viewer != *r.viewer || id.Seat != 1 {
		return engine.Code{}, nil, room.NewFault(samedealv1.Reason_REASON_NOT_PLAYED, "end your own attempt first")
	}
	code, err := engine.ParseCode(r.deal)
	return code, strings.Fields(r.words), err
}

// analysed serves a game with a real analyst, to a viewer whose token it gives.
func analysed(t *testing.T, deal, words string) (*service, string) {
	t.Helper()
	var viewer room.PlayerID
	analyst := analysis.New(analysis.Config{Store: analysistest.NewMemory()})
	t.Cleanup(analyst.Close)
	s := newService(t, func(c *gateway.Config, r *rooms) {
		c.Rooms, c.Analyst = playedRooms{rooms: r, viewer: &viewer, deal: deal, words: words}, analyst
	})
	ana, token, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	viewer = room.PlayerID(ana.ID)
	return s, token
}

// analyse asks until it is done, as a client does.
func (s *service) analyse(t *testing.T, token string) *samedealv1.AnalyseSeatResponse {
	t.Helper()
	c, told := s.calls(), uint32(0)
	for {
		found, err := c.AnalyseSeat(t.Context(), connect.NewRequest(&samedealv1.AnalyseSeatRequest{
			Token: token, Code: strings.ToLower(theRoom), Seat: 1,
		}))
		if err != nil {
			t.Fatal(err)
		}
		if found.Msg.GetDone() {
			return found.Msg
		}
		if now := found.Msg.GetProgress(); now < told || now >= 1000 || len(found.Msg.GetLine()) > 0 {
			t.Fatalf("after %d thousandths it says %v", told, found.Msg)
		} else {
			told = now
		}
		runtime.Gosched()
	}
}

// What is told of a lost game must be true on its boards: the line leads from the last board that could be won
// to one that is won.
func TestALostGameIsAnalysed(t *testing.T) {
	for _, c := range []struct {
		deal, words string
		last        uint32
		lost        *uint32
	}{
		{"FC1-C1-AAAAAAC", "1h 6a u 8a", 3, proto.Uint32(4)},
		{"KL1-D1N-AAAAAAC", "n n u n", 4, nil},
	} {
		s, token := analysed(t, c.deal, c.words)
		found := s.analyse(t, token)
		if found.GetLastWinnable() != c.last || found.LastWinnable == nil || !equal(found.FirstLost, c.lost) {
			t.Errorf("winnable until %v, lost from %v; want %d, %v", found.LastWinnable, found.FirstLost, c.last, c.lost)
		}
		code, err := engine.ParseCode(c.deal)
		if err != nil {
			t.Fatal(err)
		}
		play := code.Play()
		if _, err := play.Replay(slices.Values(strings.Fields(c.words)[:c.last])); err != nil {
			t.Fatal(err)
		}
		for i, step := range found.GetLine() {
			if _, err := play.Replay(slices.Values([]string{step.GetWord()})); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
			p := play.Position()
			view := engine.PlayerView(p)
			if b := step.GetBoard(); b.GetHash() != uint64(view.Hash()) || b.GetWon() != p.Won() || len(b.GetColumns()) == 0 {
				t.Fatalf("step %d, %s, shows %v", i, step.GetWord(), b)
			}
		}
		if p := play.Position(); !p.Won() {
			t.Errorf("the line of %d steps does not win", len(found.GetLine()))
		}
	}
}

func equal(a, b *uint32) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// A game that nobody may look into yet is not analysed for them, nor one of a room that is not there or goes on.
func TestWhoMayAnalyse(t *testing.T) {
	s, token := analysed(t, "FC1-C1-AAAAAAC", "1h 8a")
	_, other, err := s.guests.New(t.Context(), "Boris")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(s *service, token, code string, seat uint32) error {
		_, err := s.calls().AnalyseSeat(t.Context(), connect.NewRequest(&samedealv1.AnalyseSeatRequest{
			Token: token, Code: code, Seat: seat,
		}))
		return err
	}
	wantFault(t, ask(s, other, theRoom, 1), connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_PLAYED)
	wantFault(t, ask(s, "", theRoom, 1), connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_PLAYED)
	wantFault(t, ask(s, token, theRoom, 0), connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_PLAYED)
	wantFault(t, ask(s, token, "XXXXXX", 1), connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM)
	wantFault(t, ask(s, "sd1", theRoom, 1), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	wantFault(t, ask(newService(t), "", theRoom, 0), connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_ENDED)
}

// When too many games wait, the client is told to come back.
func TestABusyAnalyst(t *testing.T) {
	var viewer room.PlayerID
	s := newService(t, func(c *gateway.Config, r *rooms) {
		c.Rooms = playedRooms{rooms: r, viewer: &viewer, deal: "FC1-C1-AAAAAAC"}
	})
	_, err := s.calls().AnalyseSeat(t.Context(), connect.NewRequest(&samedealv1.AnalyseSeatRequest{Code: theRoom, Seat: 1}))
	wantFault(t, err, connect.CodeUnavailable, samedealv1.Reason_REASON_BUSY)
	if errors.Is(err, context.DeadlineExceeded) {
		t.Error("it waited")
	}
}

// Who has game after game analysed keeps a core busy for all others: an address may begin so many in a minute, and each of
// its players a few beyond that. Of one that is worked on or done it may be asked as often as one likes. It fails without
// the call of Try in api.
func TestHowManyGamesAreAnalysed(t *testing.T) { synctest.Test(t, checkHowManyGamesAreAnalysed) }

func checkHowManyGamesAreAnalysed(t *testing.T) {
	store := analysistest.NewMemory()
	analyst := analysis.New(analysis.Config{Store: store, States: 1})
	t.Cleanup(analyst.Close)
	games := &anyGame{}
	s := newPipedService(t, func(c *gateway.Config, r *rooms) {
		behindProxy(c)
		games.rooms = r
		c.Rooms, c.Analyst, c.Limits.NewAnalyses = games, analyst, 1
	})
	_, ana, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(token, address string) (*samedealv1.AnalyseSeatResponse, error) {
		for {
			found, err := s.calls().AnalyseSeat(t.Context(), from(connect.NewRequest(&samedealv1.AnalyseSeatRequest{Token: token, Code: theRoom}), address))
			if err != nil {
				return nil, err
			}
			if found.Msg.GetDone() {
				return found.Msg, nil
			}
			runtime.Gosched()
		}
	}
	const home, other = "192.0.2.1", "192.0.2.2"
	for _, c := range []struct {
		word, token, address string
		may                  bool
	}{
		{"1h", "", home, true}, {"6a", "", home, false}, {"6a", ana, home, true}, {"8a", ana, home, true}, {"7a", ana, home, false},
		{"7a", "", other, true}, {"5a", "", other, false}, {"7a", ana, home, true}, {"1h", "", home, true},
	} {
		games.word = c.word
		_, err := ask(c.token, c.address)
		if c.may && err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if !c.may {
			wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
		}
	}
}

// anyGame has a game of one word in every seat.
type anyGame struct {
	*rooms
	word string
}

func (g *anyGame) Played(context.Context, room.PlayerID, room.SeatID) (engine.Code, []string, error) {
	code, err := engine.ParseCode("FC1-C4-AAAAAAC")
	return code, []string{g.word}, err
}
