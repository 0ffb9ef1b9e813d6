package main

import (
	"bufio"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// rounds is how often the tests of faults that come by chance are run, each time with other chances.
var rounds = flag.Int("rounds", 1, "how many rounds of faults by chance to run")

// mortals are nodes with failpoints, each in a process of its own, started again whenever it dies.
type mortals struct {
	t     *testing.T
	plan  string
	store string // a Redis URL or a folder
	args  []string
	at    []string
	// killed has each point at which one was killed.
	killed chan string

	mu      sync.Mutex
	over    bool
	running []*exec.Cmd
	keepers sync.WaitGroup
}

// startMortals starts so many nodes, which die as they are armed. For the further arguments see failingMain.
func startMortals(t *testing.T, n int, store string, args ...string) *mortals {
	t.Helper()
	m := &mortals{
		t: t, plan: filepath.Join(t.TempDir(), "plan"), store: store, args: args,
		killed: make(chan string, 1000), running: make([]*exec.Cmd, n),
	}
	for range n {
		m.at = append(m.at, redistest.FreeAddress(t))
	}
	for i := range n {
		m.keepers.Go(func() { m.keep(i) })
	}
	t.Cleanup(m.close)
	for _, address := range m.at {
		awaitReady(t, "http://"+address)
	}
	return m
}

func (m *mortals) servers() []string {
	servers := make([]string, len(m.at))
	for i, address := range m.at {
		servers[i] = "http://" + address
	}
	return servers
}

// arm has the nodes die at these points, in this order.
func (m *mortals) arm(plan []string) {
	m.t.Helper()
	file := filepath.Join(m.t.TempDir(), "plan")
	err := os.WriteFile(file, []byte(strings.Join(plan, "\n")), 0o600)
	if err == nil {
		err = os.Rename(file, m.plan)
	}
	if err != nil {
		m.t.Fatal(err)
	}
}

// keep runs a node again and again.
func (m *mortals) keep(i int) {
	for {
		m.mu.Lock()
		if m.over {
			m.mu.Unlock()
			return
		}
		node := exec.Command("samedeal-failing", append([]string{m.at[i], m.plan, m.store}, m.args...)...)
		node.Stderr = os.Stderr
		out, err := node.StdoutPipe()
		if err == nil {
			err = node.Start()
		}
		m.running[i] = node
		m.mu.Unlock()
		if err != nil {
			m.t.Error(err)
			return
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			m.killed <- lines.Text()
		}
		_ = node.Wait() // it says that it was killed
	}
}

func (m *mortals) close() {
	m.mu.Lock()
	m.over = true
	for _, node := range m.running {
		_ = node.Process.Kill()
	}
	m.mu.Unlock()
	m.keepers.Wait()
}

// A node is killed between all steps of a move's way, the next one while it takes the seat over, and others
// while they note the end; the player resumes each time. On Redis there are two such nodes, and a third, to
// which nothing happens; on the embedded store the only node is started again. Somebody watches on each.
//
// It fails if Writer.Append does not wait for settle: what is acknowledged is then lost with a node. And it fails
// if noteEnds returns when all seats have ended: a room whose node died over its end is then left to the sweeper.
func TestNodesAreKilledOnAMovesWay(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for round := range *rounds {
		t.Run("redis", func(t *testing.T) {
			address := "redis://" + redistest.Single(t).Addr()
			m := startMortals(t, 2, address)
			// Any node may note what comes after this point of the end.
			killOnTheWay(t, m, uint64(round), counts, endPoints[:1], testService(t, address).publicURL)
		})
		t.Run("embedded", func(t *testing.T) {
			last := lastPoints[round%len(lastPoints)]
			killOnTheWay(t, startMortals(t, 1, t.TempDir()), uint64(round), counts, append(slices.Clone(endPoints), last))
		})
	}
	for _, point := range slices.Concat(movePoints, claimPoints, endPoints, lastPoints) {
		t.Logf("killed %2d times: %s", counts[point], point)
		if counts[point] == 0 && !slices.Contains(lastPoints, point) {
			t.Errorf("no node was killed at the point %q", point)
		}
	}
}

func killOnTheWay(t *testing.T, m *mortals, seed uint64, counts map[string]int, ends []string, others ...string) {
	ana := seated(t, client.Config{Servers: m.servers()}, seed)
	var watchers []*client.Client
	for _, server := range append(m.servers(), others...) {
		watchers = append(watchers, watch(t, ana.code(), server))
	}
	for i, at := range ana.chance.Perm(len(movePoints)) {
		plan := []string{movePoints[at]}
		if i%3 == 0 {
			plan = append(plan, claimPoints[i/3%len(claimPoints)])
		}
		m.arm(plan)
		for range plan {
			counts[m.awaitKill(ana.play)]++
		}
		ana.play()
	}
	m.arm(ends)
	ana.finish(m.servers()...)
	for range ends {
		counts[m.awaitKill(func() {})]++
	}
	ana.checkWatchers(watchers)
}

// awaitKill does something until a node is killed.
func (m *mortals) awaitKill(meanwhile func()) string {
	m.t.Helper()
	deadline, again := time.After(2*eventually), time.NewTicker(time.Millisecond)
	defer again.Stop()
	for {
		select {
		case point := <-m.killed:
			return point
		case <-deadline:
			plan, _ := os.ReadFile(m.plan)
			m.t.Fatalf("no node dies as planned: %q", plan)
		case <-again.C:
			meanwhile()
		}
	}
}

// watch has somebody watch a room.
func watch(t testing.TB, code string, servers ...string) *client.Client {
	t.Helper()
	w, err := client.Dial(t.Context(), client.Config{Servers: servers, Name: "Vera", Pause: shortPause})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if err := w.Enter(t.Context(), code, true); err != nil {
		t.Fatal(err)
	}
	_, err = w.Await(t.Context(), func(s client.State) bool { return s.Room.GetPhase() == samedealv1.Phase_PHASE_RACING })
	if err != nil {
		t.Fatal(err)
	}
	return w
}
