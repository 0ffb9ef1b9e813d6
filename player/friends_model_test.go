package player_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
)

const (
	modelPlayers = 3
	modelCodes   = 12
)

// A codeState is what has become of an invitation.
type codeState uint8

const (
	codeGone codeState = iota
	codeOpen
	codeUsed
)

// world is what friendship is to those who know nothing of sides and steps. In it calls are whole: they
// are done or not.
type world struct {
	friends [modelPlayers][modelPlayers]bool // both ways
	blocked [modelPlayers][modelPlayers]bool
	codes   [modelCodes]codeState
	of      [modelCodes]int // who invites
}

func (w world) with(one, other int, friends bool) world {
	w.friends[one][other], w.friends[other][one] = friends, friends
	return w
}

// invited is the world after a player has been given a new code, or a code that nobody has seen.
func (w world) invited(from, code int, seen bool) world {
	for c := range w.codes {
		if w.codes[c] == codeOpen && w.of[c] == from {
			w.codes[c] = codeGone
		}
	}
	if seen {
		w.codes[code], w.of[code] = codeOpen, from
	}
	return w
}

// accepted is the world after a call of Accept, and what the call gives.
func (w world) accepted(by, code int) (world, error) {
	from := w.of[code]
	switch {
	case w.codes[code] == codeGone, w.blocked[by][from], w.blocked[from][by]:
		return w, player.ErrBadInvitation
	case w.friends[by][from]:
		return w, nil
	case w.codes[code] == codeUsed:
		return w, player.ErrBadInvitation
	case by == from:
		return w, player.ErrOwnInvitation
	}
	w.codes[code] = codeUsed
	return w.with(by, from, true), nil
}

func (w world) blocking(by, other int, yes bool) world {
	w.blocked[by][other] = yes
	if yes {
		w = w.with(by, other, false)
	}
	return w
}

// forgotten gives the worlds in which some of a player's friendships have ended, the last one when all has
// been forgotten.
func (w world) forgotten(who int) []world {
	worlds := []world{w}
	for other := range modelPlayers {
		for _, before := range slices.Clone(worlds) {
			worlds = append(worlds, before.with(who, other, false))
		}
	}
	end := worlds[len(worlds)-1].invited(who, 0, false)
	end.blocked[who] = [modelPlayers]bool{}
	return append(worlds, end)
}

// lossy is a store that is lost at one of its calls, with the call or with its answer.
type lossy struct {
	player.FriendStore
	left   int // calls that are not lost; none is if it is negative
	isDone bool
}

var errLost = errors.New("the store is lost")

func (l *lossy) call(do func() error) error {
	if l.left--; l.left != -1 {
		return do()
	}
	if l.isDone {
		_ = do()
	}
	return errLost
}

func (l *lossy) SaveInvitation(ctx context.Context, code player.InvitationCode, from player.ID, until time.Time) error {
	return l.call(func() error { return l.FriendStore.SaveInvitation(ctx, code, from, until) })
}

func (l *lossy) UseInvitation(ctx context.Context, code player.InvitationCode, from, by player.ID, at time.Time) error {
	return l.call(func() error { return l.FriendStore.UseInvitation(ctx, code, from, by, at) })
}

func (l *lossy) AddFriend(ctx context.Context, of, friend player.ID, at time.Time) error {
	return l.call(func() error { return l.FriendStore.AddFriend(ctx, of, friend, at) })
}

func (l *lossy) RemoveFriend(ctx context.Context, of, friend player.ID, before time.Time) error {
	return l.call(func() error { return l.FriendStore.RemoveFriend(ctx, of, friend, before) })
}

func (l *lossy) Block(ctx context.Context, of, other player.ID, at time.Time) error {
	return l.call(func() error { return l.FriendStore.Block(ctx, of, other, at) })
}

func (l *lossy) Unblock(ctx context.Context, of, other player.ID) error {
	return l.call(func() error { return l.FriendStore.Unblock(ctx, of, other) })
}

func (l *lossy) ForgetFriends(ctx context.Context, of player.ID) error {
	return l.call(func() error { return l.FriendStore.ForgetFriends(ctx, of) })
}

// modelled is friends on a store that is lost at times, and the worlds that they may be in: several after
// a call whose answer was lost.
type modelled struct {
	friends *player.Friends
	store   *lossy
	time    time.Time
	ids     [modelPlayers]player.ID
	codes   []player.InvitationCode
	worlds  []world
}

func newModelled(t *rapid.T) *modelled {
	m := &modelled{time: noon(), worlds: []world{{}}}
	now := func() time.Time { return m.time }
	memory := playertest.NewMemory(now)
	guests := player.NewGuests(player.Config{
		Store: memory, Accounts: memory, Changes: memory, Now: now, Random: &counting{},
	})
	for i := range m.ids {
		m.ids[i] = player.ID(fmt.Sprintf("%026d", i))
		if err := memory.SaveName(t.Context(), m.ids[i], player.Name(fmt.Sprint("Player ", i)), m.time.AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	m.store = &lossy{FriendStore: memory, left: -1}
	m.friends = player.NewFriends(guests, m.store)
	return m
}

// counting is no source of randomness: it only draws different codes.
type counting struct{ drawn uint64 }

func (c *counting) Read(data []byte) (int, error) {
	for i := range data {
		data[i] = byte(c.drawn / 10 * (c.drawn%10 + 1) % 240)
		c.drawn++
	}
	return len(data), nil
}

// step leaves the worlds that a call may have come to, given what it gave: all that it may have done if
// that is lost.
func (m *modelled) step(t *rapid.T, got error, after func(world) (done world, half []world, want error)) {
	m.store.left = -1
	var next []world
	for _, w := range m.worlds {
		done, half, want := after(w)
		switch {
		case errors.Is(got, errLost):
			next = append(append(next, w, done), half...)
		case errors.Is(got, want):
			next = append(next, done)
		}
	}
	if len(next) == 0 {
		t.Fatalf("the call gave %v in %+v", got, m.worlds)
	}
	m.worlds = next
	m.look(t)
}

// look leaves the worlds that are as what is listed.
func (m *modelled) look(t *rapid.T) {
	var seen world
	for i, id := range m.ids {
		friends, blocked, err := m.friends.List(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for j, other := range m.ids {
			isOther := func(f player.Friend) bool { return f.ID == other }
			seen.friends[i][j] = slices.ContainsFunc(friends, isOther)
			seen.blocked[i][j] = slices.ContainsFunc(blocked, isOther)
		}
		if ids, err := m.friends.IDs(t.Context(), id); err != nil || len(ids) != len(friends) {
			t.Fatalf("%v are friends, %v are listed, %v", ids, friends, err)
		}
	}
	may := map[world]bool{}
	for _, w := range m.worlds {
		if w.friends == seen.friends && w.blocked == seen.blocked {
			may[w] = true
		}
	}
	if len(may) == 0 {
		t.Fatalf("friends are %v, blocked %v; want one of %+v", seen.friends, seen.blocked, m.worlds)
	}
	m.worlds = m.worlds[:0]
	for w := range may {
		m.worlds = append(m.worlds, w)
	}
}

func (m *modelled) do(t *rapid.T, what string, one, other, code int) {
	ctx, a, b := t.Context(), m.ids[one], m.ids[other]
	switch what {
	case "invite":
		got, err := m.friends.Invite(ctx, a)
		if err == nil {
			m.codes = append(m.codes, got)
		}
		m.step(t, err, func(w world) (world, []world, error) {
			return w.invited(one, len(m.codes)-1, err == nil), nil, nil
		})
	case "accept":
		got, err := m.friends.Accept(ctx, a, string(m.codes[code]))
		m.step(t, err, func(w world) (world, []world, error) {
			done, want := w.accepted(one, code)
			if err == nil && want == nil && got.ID != m.ids[w.of[code]] {
				t.Errorf("accepting gave %v, want %s", got, m.ids[w.of[code]])
			}
			// Where a removal was lost half done, half of this makes friends, as between whom the code is
			// not used.
			half := done
			half.codes = w.codes
			return done, []world{half}, want
		})
	case "remove":
		err := m.friends.Remove(ctx, a, b)
		m.step(t, err, func(w world) (world, []world, error) { return w.with(one, other, false), nil, nil })
	case "block", "unblock":
		call := m.friends.Block
		if what == "unblock" {
			call = m.friends.Unblock
		}
		err := call(ctx, a, b)
		m.step(t, err, func(w world) (world, []world, error) { return w.blocking(one, other, what == "block"), nil, nil })
	case "forget":
		err := m.friends.Forget(ctx, a)
		m.step(t, err, func(w world) (world, []world, error) {
			worlds := w.forgotten(one)
			return worlds[len(worlds)-1], worlds, nil
		})
	}
}

// Whatever several players do, and wherever a call is cut off and whether or not it is made again, two are
// friends for both or for neither, only if both wanted it, and each code makes one friendship.
//
// It fails if a friendship counts that stands on one side alone, or if Accept uses the code before it writes
// the side of who accepts.
func TestFriendshipIsTwoSided(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newModelled(t)
		who := rapid.IntRange(0, modelPlayers-1)
		for range rapid.IntRange(1, 40).Draw(t, "calls") {
			what := rapid.SampledFrom([]string{
				"invite", "invite", "accept", "accept", "accept", "accept", "remove", "block", "unblock", "forget", "wait",
			}).Draw(t, "call")
			one, apart := who.Draw(t, "one"), rapid.IntRange(1, modelPlayers-1).Draw(t, "apart")
			switch {
			case what == "wait":
				// Long enough for what is on one side alone to be tidied away, and short of any code's end.
				if m.time = m.time.Add(25 * time.Hour); m.time.After(noon().Add(player.InvitationLife - 26*time.Hour)) {
					return
				}
				m.look(t)
				continue
			case what == "invite" && len(m.codes) == modelCodes, what == "accept" && len(m.codes) == 0:
				continue
			}
			code := 0
			if what == "accept" {
				code = rapid.IntRange(0, len(m.codes)-1).Draw(t, "code")
			}
			for again := true; again; {
				m.store.left = rapid.IntRange(-1, 3).Draw(t, "calls of the store")
				m.store.isDone = rapid.Bool().Draw(t, "only the answer is lost")
				isLossy := m.store.left >= 0
				m.do(t, what, one, (one+apart)%modelPlayers, code)
				again = isLossy && (what != "invite" || len(m.codes) < modelCodes) && rapid.Bool().Draw(t, "again")
			}
		}
	})
}
