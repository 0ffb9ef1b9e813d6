package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/client"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// botRace is a race of bots.
type botRace struct {
	botCommand
	streams
	api     *client.API
	players []*botPlayer
	watcher *client.Client // nil if nobody watches
	table   *raceTable
	code    string
	notes   sync.Mutex // held to write a note
}

// newBotRace connects the bots and brings them into the room.
func newBotRace(ctx context.Context, c botCommand, s streams, games [][]string) (*botRace, error) {
	api, err := client.NewAPI(c.Server...)
	if err != nil {
		return nil, err
	}
	r := &botRace{botCommand: c, streams: s, api: api, table: newRaceTable(), code: strings.ToUpper(c.Room)}
	if err := r.gather(ctx, games); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *botRace) gather(ctx context.Context, games [][]string) error {
	for i := range r.Players {
		name := fmt.Sprintf("Bot %d", i+1)
		c, err := r.dial(ctx, i, name)
		if err != nil {
			return err
		}
		player := &botPlayer{Client: c, name: name, random: r.random(i), pace: r.Pace, note: r.note}
		if len(games) > 0 {
			player.words = games[i%len(games)]
		}
		r.players = append(r.players, player)
	}
	if r.New != "" {
		if err := r.makeRoom(ctx); err != nil {
			return err
		}
	}
	return r.enter(ctx)
}

func (r *botRace) dial(ctx context.Context, i int, name string) (*client.Client, error) {
	return client.Dial(ctx, client.Config{
		Servers: r.serversOf(i), Name: name, JSON: r.Frames == "json", Build: "samedeal bot", OnFrame: r.table.take,
	})
}

// makeRoom has the first bot make the room.
func (r *botRace) makeRoom(ctx context.Context) error {
	made, err := r.api.CreateRoom(ctx, r.players[0].Token(), &samedealv1.RoomOptions{
		Deal: r.New, Seats: uint32(r.Players), Minutes: r.Minutes, CountdownS: r.Countdown,
	})
	if err != nil {
		return err
	}
	r.code = made.GetCode()
	r.say(fmt.Sprintf("Room %s: %s", r.code, made.GetLink()))
	return nil
}

// enter brings everybody in. Nobody is ready before all are there, or the race would begin without some.
func (r *botRace) enter(ctx context.Context) error {
	for _, p := range r.players {
		if err := p.Enter(ctx, r.code, false); err != nil {
			return fmt.Errorf("%s cannot come into room %s: %w", p.name, r.code, err)
		}
		state, err := p.Await(ctx, func(s client.State) bool { return isIn(s.Room, p.Player()) || isOver(s.Room) })
		if err != nil {
			return err
		}
		if !playsIn(state.Room, p.Player()) {
			return fmt.Errorf("room %s has no seat for %s; it is in %s", r.code, p.name, state.Room.GetPhase())
		}
	}
	if !r.Watch {
		return nil
	}
	var err error
	if r.watcher, err = r.dial(ctx, len(r.players), "Watcher"); err != nil {
		return err
	}
	return r.watcher.Enter(ctx, r.code, true)
}

func isIn(r *samedealv1.Room, player string) bool {
	return slices.ContainsFunc(r.GetPeople(), func(p *samedealv1.Person) bool { return p.GetPlayer() == player })
}

func playsIn(r *samedealv1.Room, player string) bool {
	return slices.ContainsFunc(r.GetPeople(), func(p *samedealv1.Person) bool {
		return p.GetPlayer() == player && p.GetPlays()
	})
}

// run races and reports.
func (r *botRace) run(ctx context.Context) error {
	stopShowing := r.show()
	ended, err := r.raceToTheEnd(ctx)
	stopShowing()
	if err != nil {
		return fmt.Errorf("room %s: %w", r.code, err)
	}
	games, err := r.api.GetGames(ctx, r.code)
	if err != nil {
		return err
	}
	differences := append(verifyGames(games), compareRooms(ended, games.GetRoom())...)
	differences = append(differences, r.checkWatcher(ctx, ended)...)
	return reportOf(games.GetRoom(), differences).write(r.out, r.JSON)
}

// show shows the race until what it gives is called.
func (r *botRace) show() func() {
	out := r.out
	if r.JSON {
		out = io.Discard
	}
	ctx, stop := context.WithCancel(context.Background())
	var showing sync.WaitGroup
	showing.Go(func() { showRace(ctx, out, r.table) })
	return func() {
		stop()
		showing.Wait()
	}
}

// raceToTheEnd starts the race, plays it, and waits for the room's end.
func (r *botRace) raceToTheEnd(ctx context.Context) (*samedealv1.Room, error) {
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	if err := r.playAll(ctx); err != nil {
		return nil, err
	}
	state, err := r.players[0].Await(ctx, func(s client.State) bool { return isOver(s.Room) })
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case state.Room.GetPhase() == samedealv1.Phase_PHASE_CANCELLED:
		return nil, fmt.Errorf("the race was called off before its start")
	}
	return state.Room, nil
}

// start gets everybody ready; a room of the bots' own it starts.
func (r *botRace) start(ctx context.Context) error {
	for i, p := range r.players {
		if i == 0 && r.New != "" {
			continue
		}
		err := p.Ready(ctx, true)
		if err != nil && !client.IsFault(err, samedealv1.Reason_REASON_ALREADY_STARTED) {
			return fmt.Errorf("%s cannot be ready: %w", p.name, err)
		}
	}
	if r.New == "" {
		return nil
	}
	return r.players[0].Start(ctx)
}

// playAll has all bots play. When one fails the others are called off.
func (r *botRace) playAll(ctx context.Context) error {
	playing, callOff := context.WithCancelCause(ctx)
	defer callOff(nil)
	var bots sync.WaitGroup
	for _, p := range r.players {
		bots.Go(func() {
			if err := p.play(playing); err != nil {
				callOff(fmt.Errorf("%s: %w", p.name, err))
			}
		})
	}
	bots.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return context.Cause(playing)
}

// compareRooms compares the results that the players were shown with those that the service tells.
func compareRooms(shown, told *samedealv1.Room) []string {
	var differences []string
	if len(shown.GetSeats()) != len(told.GetSeats()) {
		return []string{fmt.Sprintf("%d seats were shown, and %d are told", len(shown.GetSeats()), len(told.GetSeats()))}
	}
	for i, seat := range told.GetSeats() {
		if !proto.Equal(shown.GetSeats()[i], seat) {
			differences = append(differences, fmt.Sprintf(
				"%s: the players were shown %v, and the service tells %v", seatText(i, seat), shown.GetSeats()[i], seat))
		}
	}
	return differences
}

func (r *botRace) note(text string) {
	r.notes.Lock()
	defer r.notes.Unlock()
	_, _ = fmt.Fprintln(r.err, text)
}

// say tells what stands before the table; standard output has the JSON alone where that is wished.
func (r *botRace) say(text string) {
	if r.JSON {
		r.note(text)
		return
	}
	_, _ = fmt.Fprintln(r.out, text)
}

// close ends all connections.
func (r *botRace) close() {
	for _, p := range r.players {
		_ = p.Close()
	}
	if r.watcher != nil {
		_ = r.watcher.Close()
	}
	r.api.Close()
}
