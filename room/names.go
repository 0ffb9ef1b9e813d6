package room

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.uber.org/zap"
)

// Names is what players are called. Logs hold players' ids, so that a name that is taken back is gone from
// everywhere.
type Names interface {
	// Names gives the names of these players; who was forgotten has none.
	Names(ctx context.Context, players ...PlayerID) (map[PlayerID]string, error)
}

const (
	// namesTime bounds the asking for names: without them a room goes on.
	namesTime = time.Second
	// namesEvery is how often a room asks for all of them again.
	namesEvery = time.Minute
)

// everybody is whoever has a name in a room: those who race, in the order of their seats, and then the others in
// the order in which they came. So no name of a race changes with who watches.
func (l *Lobby) everybody() []PlayerID {
	all := make([]PlayerID, 0, len(l.racers)+len(l.people))
	for _, r := range l.racers {
		all = append(all, r.Player)
	}
	for _, p := range l.people {
		if l.seatOf(p.Player) < 0 {
			all = append(all, p.Player)
		}
	}
	return all
}

// Called gives what everybody is called in the room, of their names: each differs from the others. Who is not in
// names is called as an old log says, or nothing, and who has an empty name there nothing. distinct gives names,
// in the same order, of which no two are equal.
func (l *Lobby) Called(names map[PlayerID]string, distinct func(names []string) []string) map[PlayerID]string {
	var players []PlayerID
	var wanted []string
	for _, player := range l.everybody() {
		name, known := names[player]
		if !known {
			name = l.logged[player]
		}
		if name != "" {
			players, wanted = append(players, player), append(wanted, name)
		}
	}
	called := make(map[PlayerID]string, len(players))
	for i, name := range distinct(wanted) {
		called[players[i]] = name
	}
	return called
}

// names gives the names of players; of those only whose name is known, or who are known to have none.
func (h *Hub) names(ctx context.Context, players []PlayerID) (map[PlayerID]string, error) {
	known := map[PlayerID]string{}
	if h.config.Names == nil || len(players) == 0 {
		return known, nil
	}
	ctx, cancel := context.WithTimeout(ctx, namesTime)
	defer cancel()
	found, err := h.config.Names.Names(ctx, players...)
	if err != nil {
		return known, fmt.Errorf("reading players' names: %w", err)
	}
	for _, player := range players {
		known[player] = found[player] // "" for one who was forgotten, whatever a log says
	}
	return known, nil
}

// calledIn is what everybody is called in a room that need not be hosted here. Without an answer to that it is
// what an old log says.
func (h *Hub) calledIn(ctx context.Context, l *Lobby) map[PlayerID]string {
	names, err := h.names(ctx, l.everybody())
	if err != nil {
		h.config.Log.Info("a room is described without names", zap.String("room", string(l.Code())), zap.Error(err))
	}
	return l.Called(names, h.config.Distinct)
}

// called is what a room calls its people.
type called struct {
	names map[PlayerID]string // as they are called elsewhere
	here  map[PlayerID]string
	// since is when all were asked for last, and retry before when not again.
	since, retry time.Time
	everybody    []PlayerID
}

// rename notes a name, as its player has just given it.
func (r *hosted) rename(player PlayerID, name string) {
	if r.called.names[player] != name {
		r.called.names[player], r.called.everybody = name, nil
	}
}

// readNames asks for the names of those in the room that are not known, or after a while for all, and reports
// whether anybody is called otherwise now.
func (r *hosted) readNames(ctx context.Context) bool {
	now, everybody := r.clock.now(), r.lobby.everybody()
	isKnown := func(player PlayerID) bool {
		_, known := r.called.names[player]
		return known && now.Sub(r.called.since) < namesEvery
	}
	unknown := slices.DeleteFunc(slices.Clone(everybody), isKnown)
	if len(unknown) == 0 || now.Before(r.called.retry) {
		return false
	}
	names, err := r.hub.names(ctx, unknown)
	if err != nil {
		r.called.retry = now.Add(r.hub.config.RereadEvery)
		r.log.Info("names cannot be read now", zap.Error(err))
		return false
	}
	if len(unknown) == len(everybody) {
		r.called.since = now
	}
	changed := false
	for player, name := range names {
		before, known := r.called.names[player]
		if changed = changed || !known || before != name; changed {
			r.called.everybody = nil
		}
		r.called.names[player] = name
	}
	return changed
}

// calledHere is what everybody in the room is called.
func (r *hosted) calledHere() map[PlayerID]string {
	if everybody := r.lobby.everybody(); r.called.everybody == nil || !slices.Equal(everybody, r.called.everybody) {
		r.called.everybody, r.called.here = everybody, r.lobby.Called(r.called.names, r.hub.config.Distinct)
	}
	return r.called.here
}
