package redislog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// fakeLink writes what it is told to.
type fakeLink struct {
	commits chan []write // each is sent to the test, which then lets it go on
	goOn    chan bool    // whether the link stays good
	closed  bool
}

func newFakeLink() *fakeLink {
	return &fakeLink{commits: make(chan []write), goOn: make(chan bool)}
}

func (l *fakeLink) commit(_ context.Context, writes []write) (outcomes []outcome, good bool) {
	l.commits <- writes
	good = <-l.goOn
	outcomes = make([]outcome, len(writes))
	for i := range writes {
		if !good {
			outcomes[i].err = errNoReply
		}
	}
	return outcomes, good
}

func (l *fakeLink) close() { l.closed = true }

func always(l link) func(context.Context) (link, error) {
	return func(context.Context) (link, error) { return l, nil }
}

// appendAll appends so many writes of a size at once, and gives a channel of their errors.
func appendAll(c *committer, count, size int) <-chan error {
	errs := make(chan error, count)
	for i := range count {
		go func() {
			_, err := c.append(context.Background(), write{key: fmt.Sprint(i), data: make([]byte, size)})
			errs <- err
		}()
	}
	return errs
}

func TestWhatQueuesUpGoesInOnePipeline(t *testing.T) {
	for _, c := range []struct {
		count, size int
		want        []int // sizes of the pipelines after the first
	}{
		{count: 10, size: 10, want: []int{10}},
		{count: maxWrites, size: 10, want: []int{maxWrites}},
		{count: maxWrites + 1, size: 10, want: []int{maxWrites, 1}},
		{count: 5, size: maxWriteBytes / 2, want: []int{2, 2, 1}},
		{count: 2, size: 2 * maxWriteBytes, want: []int{1, 1}},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newFakeLink()
			committer := startCommitter(time.Hour, always(l))
			first := appendAll(committer, 1, 1)
			<-l.commits
			others := appendAll(committer, c.count, c.size)
			synctest.Wait()
			l.goOn <- true
			for _, want := range c.want {
				if got := len(<-l.commits); got != want {
					t.Errorf("%d writes of %d bytes: a pipeline of %d, want %v", c.count, c.size, got, c.want)
				}
				l.goOn <- true
			}
			for range c.count {
				if err := <-others; err != nil {
					t.Error(err)
				}
			}
			if err := <-first; err != nil {
				t.Error(err)
			}
			committer.close()
			if !l.closed {
				t.Error("the link stays open")
			}
		})
	}
}

// An entry that has waited too long was surely not written; one in flight may have been.
func TestOnlyWhatWasNotSentIsNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLink()
		c := startCommitter(50*time.Millisecond, always(l))
		start := time.Now()
		sent := appendAll(c, 1, 1)
		<-l.commits
		queued := appendAll(c, 3, 1)
		for range 3 {
			if err := <-queued; !errors.Is(err, room.ErrNotWritten) || time.Since(start) != 50*time.Millisecond {
				t.Errorf("queued: %v after %v, want ErrNotWritten after 50 ms", err, time.Since(start))
			}
		}
		// The first may take its time.
		synctest.Wait()
		select {
		case err := <-sent:
			t.Errorf("in flight: %v before there is an answer", err)
		default:
		}
		l.goOn <- false
		if err := <-sent; !errors.Is(err, errNoReply) || errors.Is(err, room.ErrNotWritten) {
			t.Errorf("in flight: %v, want what the link says", err)
		}
		// What was withdrawn is never sent.
		last := appendAll(c, 1, 7)
		if writes := <-l.commits; len(writes) != 1 || len(writes[0].data) != 7 {
			t.Errorf("%d writes are sent, want the new one", len(writes))
		}
		l.goOn <- true
		if err := <-last; err != nil {
			t.Error(err)
		}
		c.close()
	})
}

func TestContextsEndAppends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLink()
		c := startCommitter(time.Hour, always(l))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		errs := [2]chan error{make(chan error, 1), make(chan error, 1)}
		for i := range errs {
			go func() {
				_, err := c.append(ctx, write{})
				errs[i] <- err
			}()
			if i == 0 {
				<-l.commits
			}
		}
		if err := <-errs[0]; !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, room.ErrNotWritten) {
			t.Errorf("in flight: %v, want the context's error alone", err)
		}
		if err := <-errs[1]; !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, room.ErrNotWritten) {
			t.Errorf("queued: %v, want the context's error and ErrNotWritten", err)
		}
		if _, err := c.append(ctx, write{}); !errors.Is(err, room.ErrNotWritten) {
			t.Errorf("with a context that is done: %v, want ErrNotWritten", err)
		}
		l.goOn <- true
		c.close()
	})
}

func TestABrokenLinkIsMadeAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken, good := newFakeLink(), newFakeLink()
		links := []link{broken, good}
		errDown := errors.New("down")
		dials := 0
		c := startCommitter(time.Hour, func(context.Context) (link, error) {
			dials++
			if dials == 2 {
				return nil, errDown
			}
			l := links[0]
			links = links[1:]
			return l, nil
		})
		errs := appendAll(c, 1, 1)
		<-broken.commits
		broken.goOn <- false
		if err := <-errs; !errors.Is(err, errNoReply) {
			t.Error(err)
		}
		if err := <-appendAll(c, 1, 1); !errors.Is(err, room.ErrNotWritten) || !errors.Is(err, errDown) || !broken.closed {
			t.Errorf("without a link: %v, want ErrNotWritten and the reason", err)
		}
		errs = appendAll(c, 1, 1)
		<-good.commits
		good.goOn <- true
		if err := <-errs; err != nil || dials != 3 {
			t.Errorf("over a new link: %v after %d dials", err, dials)
		}
		c.close()
	})
}

func TestCloseWaitsForWhatIsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLink()
		c := startCommitter(time.Hour, always(l))
		sent := appendAll(c, 1, 1)
		<-l.commits
		queued := appendAll(c, 1, 1)
		synctest.Wait()
		var closing sync.WaitGroup
		closing.Go(c.close)
		synctest.Wait()
		if l.closed {
			t.Error("the link is closed under what is in flight")
		}
		l.goOn <- true
		closing.Wait()
		if err := <-sent; err != nil {
			t.Errorf("in flight: %v", err)
		}
		if err := <-queued; !errors.Is(err, room.ErrNotWritten) {
			t.Errorf("queued: %v, want ErrNotWritten", err)
		}
	})
}

// reply is an error that Redis sends.
type reply string

func (r reply) Error() string { return string(r) }
func (reply) RedisError()     {}

func TestWhatRepliesMean(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      error // nil for unknown
		elsewhere bool
	}{
		{text: notAbove, want: room.ErrNotAbove},
		{text: "OOM command not allowed when used memory > 'maxmemory'.", want: room.ErrNotWritten},
		{text: "MISCONF Redis is configured to save RDB snapshots", want: room.ErrNotWritten},
		{text: "NOREPLICAS Not enough good replicas to write.", want: room.ErrNotWritten},
		{text: "TRYAGAIN Multiple keys request during rehashing of slot", want: room.ErrNotWritten},
		{text: "ASK 3999 127.0.0.1:6381", want: room.ErrNotWritten, elsewhere: true},
		{text: "MOVED 3999 127.0.0.1:6381", want: room.ErrNotWritten, elsewhere: true},
		{text: "READONLY You can't write against a read only replica.", want: room.ErrNotWritten, elsewhere: true},
		{text: "MASTERDOWN Link with MASTER is down", want: room.ErrNotWritten, elsewhere: true},
		{text: "CLUSTERDOWN The cluster is down", want: room.ErrNotWritten, elsewhere: true},
		{text: "LOADING Redis is loading the dataset in memory", want: room.ErrNotWritten, elsewhere: true},
		{text: "WRONGTYPE Operation against a key holding the wrong kind of value"},
		{text: "ERR something else"},
		{text: strings.ToLower("OOM")},
	} {
		err := meaning(reply(c.text))
		isKnown := errors.Is(err, room.ErrNotAbove) || errors.Is(err, room.ErrNotWritten)
		if c.want != nil && !errors.Is(err, c.want) || c.want == nil && isKnown || isElsewhere(reply(c.text)) != c.elsewhere {
			t.Errorf("%s: %v, elsewhere %t", c.text, err, isElsewhere(reply(c.text)))
		}
	}
	for _, err := range []error{context.DeadlineExceeded, redis.ErrClosed, errors.New("OOM from nowhere")} {
		if meaning(err) != err || !isBroken(err) || isElsewhere(err) { //nolint:errorlint // the very value
			t.Errorf("%v: %v", err, meaning(err))
		}
	}
}

func TestAnInboxThatIsFullSaysSo(t *testing.T) {
	in := newInbox()
	in.put([]string{"BCDFGH", "BCDFGH"})
	if codes, missed := in.take(); len(codes) != 1 || missed {
		t.Errorf("%q, %t", codes, missed)
	}
	for i := range inboxSize + 1 {
		in.put([]string{fmt.Sprint(i)})
	}
	in.put([]string{"BCDFGH"})
	if codes, missed := in.take(); len(codes) != 1 || !missed {
		t.Errorf("%d rooms, %t; want the last and that some are missing", len(codes), missed)
	}
	if codes, missed := in.take(); len(codes) > 0 || missed {
		t.Errorf("%q, %t the second time", codes, missed)
	}
}
