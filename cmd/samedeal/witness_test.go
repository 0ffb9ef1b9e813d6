package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// turningDeal may be turned through without end, and a draw may be repeated: the rules alone would not notice
// one that is doubled.
const turningDeal = "TF1-D1N-NEQROKB"

// witness is a player of turningDeal who remembers all that they were told.
type witness struct {
	*client.Client
	t      testing.TB
	chance *rand.Rand
	// tried are all actions, in the order in which they were begun.
	tried []tried
	// kept is the game that was kept, once it has been checked.
	kept []string
	busy int

	mu     sync.Mutex
	boards []toldBoard
}

// endsWithin is how soon a room ends with its last seat, whoever dies over it. The sweeper, which ends it at its limit,
// takes a quarter of an hour.
const endsWithin = time.Minute

// tried is an action and what became of it, as its player was told.
type tried struct {
	word         string
	acknowledged bool
}

// toldBoard is a board of the own seat that the player was shown.
type toldBoard struct {
	number uint32
	hash   uint64
}

// seated is a witness in a race of turningDeal that they play alone, as c says how to connect.
func seated(t testing.TB, c client.Config, seed uint64) *witness {
	t.Helper()
	return seatedIn(t, c, seed, func(string) {})
}

// seatedIn calls before with the room's code before the start.
func seatedIn(t testing.TB, c client.Config, seed uint64, before func(code string)) *witness {
	t.Helper()
	w := &witness{t: t, chance: rand.New(rand.NewPCG(seed, 0))}
	w.dial(c)
	made, err := apiOf(t, c.Servers...).CreateRoom(w.context(), w.Token(), &samedealv1.RoomOptions{
		Deal: turningDeal, Seats: 1, Minutes: 15, CountdownS: 3,
	})
	if err == nil {
		err = w.Enter(w.context(), made.GetCode(), false)
	}
	if err == nil {
		before(made.GetCode())
		err = w.Start(w.context())
	}
	if err == nil {
		_, err = w.Await(w.context(), func(s client.State) bool { return s.Own != nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *witness) dial(c client.Config) {
	w.t.Helper()
	c.Name, c.OnFrame, c.Pause = "Ana", w.see, shortPause
	var err error
	if w.Client, err = client.Dial(w.context(), c); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = w.Close() })
}

// shortPause has a client try again without the delay that spares a service with many.
func shortPause(ctx context.Context, d time.Duration) error {
	return wait(ctx, min(d, 50*time.Millisecond))
}

func apiOf(t testing.TB, servers ...string) *client.API {
	t.Helper()
	api, err := client.NewAPI(servers...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(api.Close)
	return api
}

// context bounds what a test waits for.
func (w *witness) context() context.Context {
	ctx, cancel := context.WithTimeout(w.t.Context(), 2*eventually)
	w.t.Cleanup(cancel)
	return ctx
}

func (w *witness) code() string { return w.State().Room.GetCode() }

// see notes the boards of a frame.
func (w *witness) see(f *samedealv1.ServerFrame) {
	own := f.GetOwnBoard()
	if own == nil {
		own = f.GetAcknowledgement().GetOwn()
	}
	if own == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.boards = append(w.boards, toldBoard{own.GetNumber(), own.GetBoard().GetHash()})
}

// play plays an action, or begins a few turns of the stock at once, and waits until all are acknowledged.
func (w *witness) play() {
	w.t.Helper()
	words := []string{w.choose()}
	if w.chance.IntN(3) == 0 {
		words = []string{"n", "n", "n"}
	}
	var begun []*client.Pending
	for _, word := range words {
		p, err := w.Begin(word)
		if err != nil {
			w.t.Fatalf("%s cannot be begun: %v", word, err)
		}
		begun = append(begun, p)
	}
	for i, p := range begun {
		_, err := p.Wait(w.context())
		w.tried = append(w.tried, tried{words[i], err == nil})
		switch {
		case err == nil, errors.Is(err, client.ErrDropped), errors.Is(err, client.ErrResync):
		case client.IsFault(err, samedealv1.Reason_REASON_BUSY):
			w.busy++
		default:
			w.t.Fatalf("action %d, %s: %v", len(w.tried), words[i], err)
		}
	}
}

// choose gives a legal word that brings no card home, so that the game does not end.
func (w *witness) choose() string {
	own := w.State().Own
	legal := slices.DeleteFunc(slices.Clone(own.GetLegal()), func(word string) bool {
		return word[len(word)-1] == 'h'
	})
	if own.GetBoard().GetUndoable() > 0 {
		legal = append(legal, "u")
	}
	return legal[w.chance.IntN(len(legal))]
}

// finish resigns, waits for the end of the room, and checks all that was told.
func (w *witness) finish(servers ...string) {
	w.t.Helper()
	within := w.context()
	if err := again(within, func() error { return w.Resign(within) }); err != nil {
		w.t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(w.context(), endsWithin)
	defer cancel()
	if _, err := w.Await(soon, func(s client.State) bool { return isOver(s.Room) }); err != nil {
		w.t.Fatalf("the room does not end: %v", err)
	}
	games := gamesOf(w.t, w.code(), servers...)
	if differences := verifyGames(games); len(differences) > 0 {
		w.t.Error(differences)
	}
	w.check(games.GetGames()[w.State().Seat].GetWords())
}

// gamesOf gives the games of a room that has ended, as soon as a server tells them.
func gamesOf(t testing.TB, code string, servers ...string) *samedealv1.GetGamesResponse {
	t.Helper()
	api := apiOf(t, servers...)
	deadline, again := time.After(eventually), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for {
		games, err := api.GetGames(t.Context(), code)
		if err == nil {
			return games
		}
		select {
		case <-again.C:
		case <-deadline:
			t.Fatal(err)
		}
	}
}

// check holds what was told against the game that was kept: all that was acknowledged is in it, once and in
// its order, of the rest each once or not at all, and every board was the one of that game.
func (w *witness) check(kept []string) {
	w.t.Helper()
	if w.kept = kept; !isMadeOf(kept, w.tried) {
		w.t.Errorf("kept is %v, which cannot have come of %v", kept, w.tried)
	}
	hashes := viewHashes(w.t, kept)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, b := range w.boards {
		if int(b.number) >= len(hashes) || hashes[b.number] != b.hash {
			w.t.Errorf("after action %d a board %x was shown that the game does not have", b.number, b.hash)
			return
		}
	}
}

// isMadeOf reports whether a game may be what became of what was tried.
func isMadeOf(kept []string, all []tried) bool {
	// reached has the lengths that the game may have had after what was tried so far.
	reached := map[int]bool{0: true}
	for _, t := range all {
		next := map[int]bool{}
		for n := range reached {
			if n < len(kept) && kept[n] == t.word {
				next[n+1] = true
			}
			if !t.acknowledged {
				next[n] = true
			}
		}
		reached = next
	}
	return reached[len(kept)]
}

// viewHashes are the hashes of the boards of a game of turningDeal, as players see them.
func viewHashes(t testing.TB, words []string) []uint64 {
	t.Helper()
	code, err := engine.ParseCode(turningDeal)
	if err != nil {
		t.Fatal(err)
	}
	g := code.Play()
	hash := func() uint64 {
		view := engine.PlayerView(g.Position())
		return uint64(view.Hash())
	}
	hashes := []uint64{hash()}
	for i := range words {
		if _, err := g.Replay(slices.Values(words[i : i+1])); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, hash())
	}
	return hashes
}

// checkWatchers fails unless each of those who watch comes to see the last board.
func (w *witness) checkWatchers(watchers []*client.Client) {
	w.t.Helper()
	hashes := viewHashes(w.t, w.kept)
	for i, watcher := range watchers {
		_, err := watcher.Await(w.context(), func(s client.State) bool {
			return isOver(s.Room) && s.Boards[0].GetBoard().GetHash() == hashes[len(hashes)-1]
		})
		if err != nil {
			w.t.Errorf("watcher %d was not shown the last board: %v", i, err)
		}
	}
}
