package main

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/samedeal/samedeal/cmd/client"
)

// meddled is a relay to a service whose frames meet their fates.
func meddled(t *testing.T, s *service, fate func(connection, frame int, toServer bool) fate) (r *relay, connections *atomic.Int64) {
	connections = new(atomic.Int64)
	m := &meddler{fate: fate, next: func() int { return int(connections.Add(1)) }}
	return newRelay(t, s.publicURL[len("http://"):], m.carry), connections
}

// The connection is cut at every event in turn: the first at its first frame, the next at its second, and so
// on, before, within or behind it. The player has every move, once, and the right board each time.
//
// It fails if the client's resume does not send what is held above the server's number.
func TestTheConnectionIsCutAtEveryEvent(t *testing.T) {
	t.Parallel()
	const events = 45
	s := testService(t, "")
	for name, cut := range map[string]fate{"before": cutBefore, "within": cutWithin, "behind": cutBehind} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var from atomic.Int64 // connections before this one are left alone
			from.Store(1 << 30)
			r, connections := meddled(t, s, func(connection, frame int, _ bool) fate {
				if n := connection - int(from.Load()); n > 0 && n <= events && frame == n {
					return cut
				}
				return passed
			})
			ana := seated(t, client.Config{Servers: []string{"http://" + r.addr()}}, uint64(cut))
			from.Store(connections.Load())
			r.cut()
			for connections.Load() <= from.Load()+events {
				ana.play()
			}
			ana.finish(s.publicURL)
			t.Logf("cut at %d events, %d actions", events, len(ana.kept))
		})
	}
}

// Frames are delayed, and connections cut, by chance; and frames come twice, or overtake each other, either way.
//
// It fails if Decide takes an action that is sent again for a new one, or if Gap.number is not set.
func TestFramesAreDelayedDoubledAndReordered(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	for round := range uint64(*rounds) {
		for name, often := range map[string]fate{"doubled": doubled, "overtaken": overtaken} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				meddleByChance(t, s, round, often)
			})
		}
	}
}

func meddleByChance(t *testing.T, s *service, seed uint64, often fate) {
	var mu sync.Mutex // held for what follows
	chance, counts, isOn := rand.New(rand.NewPCG(seed, uint64(often))), map[fate]int{}, false
	turn := func(on bool) {
		mu.Lock()
		defer mu.Unlock()
		isOn = on
	}
	r, _ := meddled(t, s, func(int, int, bool) fate {
		mu.Lock()
		defer mu.Unlock()
		f := passed
		switch n := chance.IntN(60); {
		case !isOn:
		case n < 8:
			f = often
		case n < 10:
			f = delayed
		case n < 11:
			f = cutBefore + fate(chance.IntN(3))
		}
		counts[f]++
		return f
	})
	ana := seated(t, client.Config{Servers: []string{"http://" + r.addr()}}, seed)
	turn(true)
	ana.playSome(150)
	turn(false)
	ana.finish(s.publicURL)
	mu.Lock() // ticks pass on
	defer mu.Unlock()
	cuts := counts[cutBefore] + counts[cutWithin] + counts[cutBehind]
	t.Logf("of %d frames %d were doubled or overtaken, %d delayed, %d cut", counts[passed], counts[often], counts[delayed], cuts)
	if counts[often] == 0 || counts[delayed] == 0 || cuts == 0 {
		t.Error("that shows nothing")
	}
}
