package embedded_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/embedded"
)

const (
	childFolder = "SAMEDEAL_EMBEDDED_TEST_FOLDER"
	childSeed   = "SAMEDEAL_EMBEDDED_TEST_SEED"

	killRounds = 6
	seats      = 4
)

func seat(n int) string { return "seat:" + strconv.Itoa(n) }

// writeUntilKilled appends to streams, alone, in pipelines and by script, from several goroutines,
// and prints each entry when it has been acknowledged.
func writeUntilKilled(dir, seed string) int {
	s, err := embedded.Open(context.Background(), embedded.Config{Dir: dir})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	epoch, _ := strconv.ParseUint(seed, 10, 64)
	failed := make(chan error)
	for n := range seats {
		go func() { failed <- writeSeat(s.Client(), n, epoch) }()
	}
	fmt.Fprintln(os.Stderr, <-failed)
	return 1
}

var appendScript = redis.NewScript(`return redis.call('XADD', KEYS[1], ARGV[1], 'e', ARGV[1])`)

func writeSeat(c *redis.Client, n int, epoch uint64) error {
	ctx, chance := context.Background(), rand.New(rand.NewPCG(epoch, uint64(n)))
	for i := 0; ; {
		var ids []string
		for range 1 + chance.IntN(3) {
			ids = append(ids, fmt.Sprintf("%d-%d", epoch, i))
			i++
		}
		var err error
		if chance.IntN(4) == 0 {
			for _, id := range ids {
				if err = appendScript.Run(ctx, c, []string{seat(n)}, id).Err(); err != nil {
					return err
				}
			}
		} else {
			_, err = c.Pipelined(ctx, func(p redis.Pipeliner) error {
				for _, id := range ids {
					p.XAdd(ctx, &redis.XAddArgs{Stream: seat(n), ID: id, Values: []any{"e", id}})
				}
				return nil
			})
		}
		if err != nil {
			return err
		}
		for _, id := range ids {
			fmt.Printf("%s %s\n", seat(n), id)
		}
	}
}

// runAndKill runs a child on the folder and kills it after so many acknowledged writes, and gives all
// that it acknowledged.
func runAndKill(t *testing.T, dir string, seed uint64, writes int) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childFolder+"="+dir, childSeed+"="+strconv.FormatUint(seed, 10))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		acknowledged = append(acknowledged, strings.TrimSuffix(line, "\n"))
		if len(acknowledged) == writes {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); child.ProcessState.ExitCode() != -1 {
		t.Fatalf("the child ended by itself: %v", err)
	}
	return acknowledged
}

// An acknowledged move is not lost with a server.
func TestKillLosesNothingThatWasAcknowledged(t *testing.T) {
	dir, seed := t.TempDir(), rand.Uint64N(1<<40)
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	var acknowledged []string
	for round := range uint64(killRounds) {
		acknowledged = append(acknowledged, runAndKill(t, dir, seed+round, 1+chance.IntN(400))...)
		s := open(t, embedded.Config{Dir: dir})
		kept := entries(t, s.Client())
		for _, entry := range acknowledged {
			if !kept[entry] {
				t.Fatalf("round %d: %s was acknowledged and is lost", round, entry)
			}
		}
		closeStore(t, s)
	}
}

func entries(t *testing.T, c *redis.Client) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for n := range seats {
		messages, err := c.XRange(t.Context(), seat(n), "-", "+").Result()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			all[seat(n)+" "+m.ID] = true
		}
	}
	return all
}
