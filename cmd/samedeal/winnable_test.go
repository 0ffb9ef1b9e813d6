package main

import (
	"context"
	"net/http"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// analysisService is the analysis over HTTP.
func analysisService(s *service) samedealv1connect.AnalysisServiceClient {
	return samedealv1connect.NewAnalysisServiceClient(http.DefaultClient, s.publicURL+"/api")
}

// A room that is made without another wish has a deal that is said to be winnable, and is; one for which any deal
// will do is not said to be. Once its race is over, anybody is told how far a game of it could have been won.
//
// It fails if a room's deal is not taken from the stock, or if the analysis does not look at the seat's game.
func TestARoomsDealCanBeWonByDefault(t *testing.T) {
	t.Parallel()
	s := startTest(t, serveCommand{
		Listen: "127.0.0.1:0", Data: t.TempDir(), Stock: 1, FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e4,
	}, layer{})
	asked := []*samedealv1.RoomOptions{{Deal: freeCell}, {Deal: "KL1-D3N"}, {Deal: "TF1-D1N"}, {Deal: freeCell, AnyDeal: true}}
	racers := make([]*entrant, len(asked))
	for i, options := range asked {
		options.Seats, options.CountdownS = 1, 3
		e := newEntrant(t, "Ana", s.publicURL)
		made, err := e.api.CreateRoom(t.Context(), e.Token(), options)
		if err == nil {
			err = e.Enter(t.Context(), made.GetCode(), false)
		}
		if err == nil {
			err = e.Start(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		racers[i] = e
	}
	for i, e := range racers {
		e.play(e.awaitStart().GetLegal()[:1])
		e.end()
		deal := e.await("the deal", func(s client.State) bool { return s.Room.GetDeal().GetCode() != "" }).Room.GetDeal()
		if deal.GetWinnable() == asked[i].GetAnyDeal() {
			t.Errorf("%v has the deal %v", asked[i], deal)
		}
		if deal.GetWinnable() && verdictOn(t, deal.GetCode()) != solve.Won {
			t.Errorf("%s is said to be winnable, and is not found to be", deal.GetCode())
		}
	}
	checkAnalysis(t, s, racers[0].State().Room)
}

func verdictOn(t *testing.T, text string) solve.Verdict {
	t.Helper()
	code, err := engine.ParseCode(text)
	if err != nil {
		t.Fatal(err)
	}
	start := code.Start()
	found, err := solve.Solve(code.Variant(), &start, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return found.Verdict
}

// checkAnalysis fails unless the game of a room's only seat, of one move, is analysed, with a line that wins.
func checkAnalysis(t *testing.T, s *service, played *samedealv1.Room) {
	t.Helper()
	var found *samedealv1.AnalyseSeatResponse
	ctx, cancel := context.WithTimeout(t.Context(), 2*eventually)
	defer cancel()
	for again := time.NewTicker(50 * time.Millisecond); !found.GetDone(); {
		answer, err := analysisService(s).AnalyseSeat(ctx, connect.NewRequest(&samedealv1.AnalyseSeatRequest{Code: played.GetCode()}))
		if err != nil {
			t.Fatal(err)
		}
		found = answer.Msg
		<-again.C
	}
	if found.GetStart() != samedealv1.Winnable_WINNABLE_YES || found.LastWinnable == nil || len(found.GetLine()) == 0 {
		t.Fatalf("the analysis is %v", found)
	}
	if last := found.GetLine()[len(found.GetLine())-1]; !last.GetBoard().GetWon() {
		t.Errorf("the line ends with %v", last)
	}
	code, err := engine.ParseCode(played.GetDeal().GetCode())
	if err != nil {
		t.Fatal(err)
	}
	replay := replayOf(t, s, `{"code":"`+played.GetCode()+`"}`)
	game := code.Play()
	words := []string{}
	for _, step := range replay.GetSteps()[1 : 1+found.GetLastWinnable()] {
		words = append(words, step.GetWord())
	}
	for _, step := range found.GetLine() {
		words = append(words, step.GetWord())
	}
	for _, word := range words {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		if refusal := game.Do(m); refusal.Refused() {
			t.Fatalf("the line's %s is refused: %v", word, refusal)
		}
	}
	if p := game.Position(); !p.Won() {
		t.Error("the line does not win")
	}
}
