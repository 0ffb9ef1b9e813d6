package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// tally is what has come of the races so far.
type tally struct {
	kills int
	// done is how many commands and actions were answered.
	done atomic.Int64

	mu                                   sync.Mutex
	races, actions, lost, doubled, wrong int
	waits                                []time.Duration
	failed                               []error
}

func (t *tally) add(players []*loadPlayer, games *samedealv1.GetGamesResponse, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.failed = append(t.failed, err)
		return
	}
	t.races++
	for _, difference := range verifyGames(games) {
		t.failed = append(t.failed, errors.New(difference))
	}
	for _, p := range players {
		lost, doubled, wrong, err := p.compare(games.GetGames()[p.State().Seat].GetWords())
		if err != nil {
			t.failed = append(t.failed, err)
		}
		t.actions += len(p.words)
		t.lost, t.doubled, t.wrong = t.lost+lost, t.doubled+doubled, t.wrong+wrong
		t.waits = append(t.waits, p.waits...)
	}
}

func (t *tally) doneSoFar() int { return int(t.done.Load()) }

func (t *tally) report(took time.Duration) string {
	var text strings.Builder
	fmt.Fprintf(&text, "In %v: %d races, %d acknowledged actions, %d nodes killed.\n",
		took.Round(time.Second), t.races, t.actions, t.kills)
	fmt.Fprintf(&text, "Acknowledged actions lost: %d, doubled: %d. Boards shown that were not the game's: %d.\n",
		t.lost, t.doubled, t.wrong)
	slices.Sort(t.waits)
	if n := len(t.waits); n > 0 {
		fmt.Fprintf(&text, "Back in play %d times: half within %v, 99 %% within %v.\n", n,
			t.waits[n/2].Round(time.Millisecond), t.waits[n*99/100].Round(time.Millisecond))
	}
	return text.String()
}

func (t *tally) verdict() error {
	if t.lost+t.doubled+t.wrong > 0 {
		t.failed = append(t.failed, errors.New("the games are not what was acknowledged"))
	}
	return errors.Join(t.failed...)
}

// race has a room's race, and gives its players and the games that were kept. What they get done is counted.
func (c loadCommand) race(
	ctx context.Context, servers []string, seed uint64, done *atomic.Int64,
) ([]*loadPlayer, *samedealv1.GetGamesResponse, error) {
	api, err := client.NewAPI(servers...)
	if err != nil {
		return nil, nil, err
	}
	defer api.Close()
	var players []*loadPlayer
	defer func() {
		for _, p := range players {
			_ = p.Close()
		}
	}()
	for i := range c.Players {
		p, err := dialLoad(ctx, servers, i, seed, done)
		if err != nil {
			return nil, nil, err
		}
		players = append(players, p)
	}
	code, err := c.gather(ctx, api, players)
	if err == nil {
		err = c.playAll(ctx, players)
	}
	var games *samedealv1.GetGamesResponse
	if err == nil {
		err = again(ctx, func() (err error) { games, err = api.GetGames(ctx, code); return err })
	}
	if err != nil {
		return nil, nil, fmt.Errorf("room %s: %w", code, err)
	}
	return players, games, nil
}

// dialLoad connects a player, to one node and after that the next. What they get done is counted.
func dialLoad(ctx context.Context, servers []string, i int, seed uint64, done *atomic.Int64) (*loadPlayer, error) {
	first := (seed + uint64(i)) % uint64(len(servers))
	p := &loadPlayer{chance: rand.New(rand.NewPCG(seed, uint64(i))), boards: map[uint32]uint64{}, done: done}
	config := client.Config{
		Servers: slices.Concat(servers[first:], servers[:first]), Name: fmt.Sprintf("Bot %d", i+1),
		Build: "samedeal load", OnFrame: p.see,
	}
	err := again(ctx, func() (err error) { p.Client, err = client.Dial(ctx, config); return err })
	return p, err
}

// gather makes a room and starts its race.
func (c loadCommand) gather(ctx context.Context, api *client.API, players []*loadPlayer) (string, error) {
	var code string
	err := again(ctx, func() error {
		made, err := api.CreateRoom(ctx, players[0].Token(), &samedealv1.RoomOptions{
			Deal: loadDeal, Seats: uint32(c.Players), Minutes: 60, CountdownS: 3,
		})
		code = made.GetCode()
		return err
	})
	for _, p := range players {
		if err == nil {
			err = again(ctx, func() error { return p.Enter(ctx, code, false) })
		}
	}
	for _, p := range players[1:] {
		if err == nil {
			err = again(ctx, func() error { return p.Ready(ctx, true) })
		}
	}
	if err == nil {
		err = again(ctx, func() error { return players[0].Start(ctx) })
	}
	if client.IsFault(err, samedealv1.Reason_REASON_ALREADY_STARTED) {
		err = nil
	}
	return code, err
}

// playAll has everybody play, and waits for the end of the room.
func (c loadCommand) playAll(ctx context.Context, players []*loadPlayer) error {
	failed := make([]error, len(players))
	var all sync.WaitGroup
	for i, p := range players {
		all.Go(func() { failed[i] = p.play(ctx, c.Actions, c.Pace) })
	}
	all.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	_, err := players[0].Await(ctx, func(s client.State) bool { return isOver(s.Room) })
	return err
}

// again tries what may meet with a node that has just been killed.
func again(ctx context.Context, try func() error) error {
	for {
		err := try()
		var unreachable *client.UnreachableError
		var closed *client.CloseError
		passes := errors.As(err, &unreachable) || errors.As(err, &closed) && !closed.Stops() || client.IsFault(err, samedealv1.Reason_REASON_BUSY) ||
			client.IsFault(err, samedealv1.Reason_REASON_INTERNAL)
		if !passes || wait(ctx, 50*time.Millisecond) != nil {
			return err
		}
	}
}
