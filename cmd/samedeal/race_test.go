package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// solvedDeal is a Microsoft deal, and FreeCell Solver's line that wins it.
const (
	solvedDeal  = "FC1-C4-AAAAAAB"
	solvedScore = 605
	solvedMoves = 115
)

// solution gives a file with the line that wins solvedDeal.
func solution(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../engine/testdata/vectors/freecell_solutions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var solved struct{ Code, Moves string }
		if err := json.Unmarshal([]byte(line), &solved); err != nil {
			t.Fatal(err)
		}
		if solved.Code == solvedDeal {
			file := filepath.Join(t.TempDir(), "moves.txt")
			if err := os.WriteFile(file, []byte(solved.Moves), 0o600); err != nil {
				t.Fatal(err)
			}
			return file
		}
	}
	t.Fatalf("no solution of %s", solvedDeal)
	return ""
}

// race is what bots print of a race at its end.
type race struct {
	Room      string
	Standings []struct {
		Ending       string
		Score, Moves int
	}
	Verified bool
}

// raceBots has bots race and gives what they print; told gets each line of what they tell on the way.
func raceBots(t *testing.T, c botCommand, told func(line string)) race {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c.JSON, c.Frames, c.Minutes, c.Countdown, c.Seed, c.Watch = true, "binary", 15, 3, 1, true
	var out bytes.Buffer
	lines, err := io.Pipe()
	listening := make(chan struct{})
	go func() {
		defer close(listening)
		for buffer := make([]byte, 4096); ; {
			n, err := lines.Read(buffer)
			told(string(buffer[:n]))
			if err != nil {
				return
			}
		}
	}()
	failed := c.race(ctx, streams{in: strings.NewReader(""), out: &out, err: err})
	_ = err.Close()
	<-listening
	if failed != nil {
		t.Fatalf("%v\n%s", failed, &out)
	}
	var r race
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	return r
}

func nobody(string) {}

// checkSolved fails unless every bot came home by the solver's line.
func checkSolved(t *testing.T, r race, players int) {
	t.Helper()
	if len(r.Standings) != players || !r.Verified {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.Standings {
		if s.Ending != "home" || s.Score != solvedScore || s.Moves != solvedMoves {
			t.Errorf("%+v, want home with %d points and %d moves", s, solvedScore, solvedMoves)
		}
	}
}

// Four bots race on a Microsoft deal, others on sealed deals by their own wits; a watcher sees every board,
// the standings are right and verify, on every store, and over two nodes of one Redis.
func TestBotsRace(t *testing.T) {
	t.Parallel()
	redisURL := func(t *testing.T) string { return "redis://" + redistest.Single(t).Addr() }
	for name, servers := range map[string]func(t *testing.T) []string{
		"embedded": func(t *testing.T) []string { return []string{testService(t, "").publicURL} },
		"redis":    func(t *testing.T) []string { return []string{testService(t, redisURL(t)).publicURL} },
		"two nodes": func(t *testing.T) []string {
			address := redisURL(t)
			return []string{testService(t, address).publicURL, testService(t, address).publicURL}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := servers(t)
			solved := raceBots(t, botCommand{New: solvedDeal, Players: 4, Moves: solution(t), Server: at}, nobody)
			checkSolved(t, solved, 4)
			for _, deal := range []string{"KL1-D3N", "TF1-D1N"} {
				if r := raceBots(t, botCommand{New: deal, Players: 3, Server: at}, nobody); len(r.Standings) != 3 || !r.Verified {
					t.Errorf("%s: %+v", deal, r)
				}
			}
			var out, failed bytes.Buffer
			if code := run([]string{"verify", solved.Room, "--server", at[0]}, streams{out: &out, err: &failed}); code != 0 {
				t.Errorf("verify exits with %d: %s%s", code, &out, &failed)
			}
		})
	}
}

// node is the service in a process of its own, which can be killed.
type node struct {
	t       *testing.T
	address string
	program string
	args    []string
	process *exec.Cmd
}

func startNode(t *testing.T, args ...string) *node {
	t.Helper()
	address := redistest.FreeAddress(t)
	return runNode(&node{t: t, address: address, program: "samedeal", args: append(
		[]string{"serve", "--listen", address, "--frame-rate", "1000", "--per-address", "1000", "--daily", "", "--stock", "0"}, args...,
	)})
}

// startProgram is startNode for a variant of the service; it is given the address first.
func startProgram(t *testing.T, program string, args ...string) *node {
	t.Helper()
	address := redistest.FreeAddress(t)
	return runNode(&node{t: t, address: address, program: program, args: append([]string{address}, args...)})
}

func runNode(n *node) *node {
	t := n.t
	t.Helper()
	n.start()
	t.Cleanup(n.kill)
	return n
}

func (n *node) url() string { return "http://" + n.address }

// pause stops the process, and waits until it stands: the signal alone leaves it time for an action more.
func (n *node) pause() {
	n.t.Helper()
	pid := n.process.Process.Pid
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		n.t.Fatal(err)
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		n.t.Fatalf("the node was to stop: status %v, %v", status, err)
	}
}

// start starts the process and waits until it is ready.
func (n *node) start() {
	n.t.Helper()
	n.process = exec.Command(n.program, n.args...)
	n.process.Stderr = os.Stderr
	if err := n.process.Start(); err != nil {
		n.t.Fatal(err)
	}
	awaitReady(n.t, n.url())
}

// awaitReady waits until the service at an address is ready.
func awaitReady(t testing.TB, url string) {
	t.Helper()
	deadline, again := time.After(eventually), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for {
		if response, err := http.Get(url + "/readyz"); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("the node at %s is not ready", url)
		}
	}
}

// kill ends the process as a power cut would.
func (n *node) kill() {
	_ = n.process.Process.Kill()
	_ = n.process.Wait() // it says that it was killed
}

var toldRoom = regexp.MustCompile(`Room ([A-Z]{6})`)

// inMidRace calls do once, when the first seat of the bots' room has made some moves, as a watcher on a
// node sees it.
func inMidRace(t *testing.T, watchAt string, do func()) func(line string) {
	started := false
	return func(line string) {
		found := toldRoom.FindStringSubmatch(line)
		if started || found == nil {
			return
		}
		started = true
		watcher := dialRaw(t, &service{publicURL: watchAt}, "Vera")
		watcher.command(found[1], `"enter":{"watch":true}`)
		watcher.await("some moves", func(f *samedealv1.ServerFrame) bool { return f.GetWatchedBoard().GetBoard().GetMoves() >= 20 })
		do()
	}
}

// A node that is killed in mid-race costs nobody a move: its players go on at another.
func TestANodeIsKilledInMidRace(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	one, other := startNode(t, "--redis", address), startNode(t, "--redis", address)
	killed := false
	r := raceBots(t, botCommand{
		New: solvedDeal, Players: 4, Moves: solution(t), Pace: 20 * time.Millisecond, Server: []string{one.url(), other.url()},
	}, inMidRace(t, other.url(), func() {
		one.kill()
		killed = true
	}))
	checkSolved(t, r, 4)
	if !killed {
		t.Error("the node was not killed")
	}
}

// The embedded store keeps the promise too: killed and started again on its folder, the race goes on.
func TestTheOnlyNodeIsKilledAndStartedAgain(t *testing.T) {
	t.Parallel()
	n := startNode(t, "--data", t.TempDir())
	killed := false
	r := raceBots(t, botCommand{
		New: solvedDeal, Players: 2, Moves: solution(t), Pace: 20 * time.Millisecond, Server: []string{n.url()},
	}, inMidRace(t, n.url(), func() {
		n.kill()
		n.start()
		killed = true
	}))
	checkSolved(t, r, 2)
	if !killed {
		t.Error("the node was not killed")
	}
}

// Redis is killed in mid-race and comes back: the service recovers unaided, and nobody has lost a move.
func TestRedisIsKilledInMidRace(t *testing.T) {
	t.Parallel()
	redis := redistest.Single(t)
	s := testService(t, "redis://"+redis.Addr())
	killed := false
	r := raceBots(t, botCommand{
		New: solvedDeal, Players: 3, Moves: solution(t), Pace: 20 * time.Millisecond, Server: []string{s.publicURL},
	}, inMidRace(t, s.publicURL, func() {
		redis.Kill()
		redis.Restart()
		killed = true
	}))
	checkSolved(t, r, 3)
	if !killed {
		t.Error("Redis was not killed")
	}
}

// What is wrong with the settings is said before anything starts.
func TestServeRefusesWrongSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args    []string
		env     string
		message string
		code    int
	}{
		{[]string{"--redis", "localhost:6379"}, "", "want redis://HOST:PORT", exitUsage},
		{[]string{"--redis", "redis://:secret@127.0.0.1:1"}, "", "reaching Redis at redis://:xxxxx@127.0.0.1:1", exitFailed},
		{[]string{"--key", "short", "--data", "data"}, "", "--key: the signing key has 5 bytes; want 32 or more", exitUsage},
		{[]string{"--key", "a", "--key-file", "b"}, "", "give --key or --key-file, not both", exitUsage},
		{[]string{"--key-file", "nowhere"}, "", "no such file", exitFailed},
		{[]string{"--key-file", os.DevNull, "--data", "data"}, "", "--key-file: " + os.DevNull + " is empty; want what --key says in it", exitFailed},
		{[]string{"--redis-file", os.DevNull}, "", "--redis-file: " + os.DevNull + " is empty", exitFailed},
		{
			[]string{"--redis", "redis+sentinel://:secret@127.0.0.1:1?master_name=m&password=secret"}, "",
			"reaching Redis at redis+sentinel://:xxxxx@127.0.0.1:1?master_name=m&password=xxxxx", exitFailed,
		},
		{[]string{"--redis", "redis:/127.0.0.1?password=secret"}, "", "want redis://HOST:PORT", exitUsage},
		{[]string{"--proxies", "10.0.0.0/8,192.0.2.7", "--data", "data"}, "", "--proxies has \"192.0.2.7\"; want networks", exitUsage},
		{[]string{"--frame-rate", "0"}, "", "must be above 0", exitUsage},
		{[]string{"--frame-rate", "NaN", "--data", "data"}, "", "must be above 0", exitUsage},
		{[]string{"--per-address", "1000000000000000000", "--data", "data"}, "", "--per-address is 1000000000000000000; want 1 to 1000000", exitUsage},
		{[]string{"--public-url", "samedeal.example", "--data", "data"}, "", "--public-url is \"samedeal.example\"; want a URL such as https://", exitUsage},
		{[]string{"--proxies", "10.0.0.1"}, "", "want networks such as", exitUsage},
		{nil, "SAMEDEAL_LISTNE=:80", "there is no setting SAMEDEAL_LISTNE; there are SAMEDEAL_LISTEN", exitUsage},
	} {
		started, cancel := context.WithTimeout(t.Context(), 3*eventually) // one that starts all the same goes on for ever
		command := exec.CommandContext(started, "samedeal", append([]string{"serve", "--listen", "127.0.0.1:0"}, c.args...)...)
		command.Dir = t.TempDir()
		command.Env = append(os.Environ(), c.env)
		output, err := command.CombinedOutput()
		cancel()
		if err == nil || command.ProcessState.ExitCode() != c.code || !strings.Contains(string(output), c.message) || strings.Contains(string(output), "secret") {
			t.Errorf("%v: exit code %d, want %d: %s", c, command.ProcessState.ExitCode(), c.code, output)
		}
	}
}

// A service that is given its key leaves no other in the store, which nodes without one would go on with. (Without
// the return of the given one in openSigner.)
func TestAGivenKeyIsTheOnlyOne(t *testing.T) {
	t.Parallel()
	for key, kept := range map[string]int64{strings.Repeat("k", 32): 0, "": 1} {
		s := startTest(t, serveCommand{
			Listen: "127.0.0.1:0", Data: t.TempDir(), Key: key, FrameRate: 20, FrameBurst: 60, PerAddress: 1,
		}, layer{})
		if n, err := s.store.Exists(t.Context(), "player:key").Result(); n != kept || err != nil {
			t.Errorf("with the key %q, %d are kept, %v; want %d", key, n, err, kept)
		}
	}
}

// Asked to stop, the service tells its clients to come back, and is gone soon.
func TestServeStopsWhenAsked(t *testing.T) {
	t.Parallel()
	n := startNode(t, "--data", t.TempDir())
	client := dialRaw(t, &service{publicURL: n.url()}, "Ana")
	if err := n.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_, err := client.came.take(time.After(eventually))
	if want := fmt.Sprint(int(samedealv1.Close_CLOSE_SHUTDOWN)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the client is told %v", err)
	}
	if err := n.process.Wait(); err != nil {
		t.Error(err)
	}
}
