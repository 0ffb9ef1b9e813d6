package client

import (
	"context"
	"errors"
	"fmt"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// enterRace enters the room and waits for the own board.
func enterRace(t *testing.T, c *Client) {
	t.Helper()
	if err := c.Enter(t.Context(), "BKTWRN", false); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Await(t.Context(), func(s State) bool { return s.Own != nil }); err != nil {
		t.Fatal(err)
	}
}

func ackText(number int) string {
	return fmt.Sprintf(`{"acknowledgement": {"own": {
		"room": "BKTWRN", "seat": 1, "number": %d, "entry": "1-%d", "board": {"hash": "%d"}, "legal": ["n"]
	}}}`, number, number, 100+number)
}

func actionText(number int, word string) string {
	return fmt.Sprintf(`{"action": {"room": "BKTWRN", "seat": 1, "number": %d, "word": %q}}`, number, word)
}

func TestHelloOfAGuestAndOfAToken(t *testing.T) {
	for _, isJSON := range []bool{false, true} {
		server := serve(t,
			func(p *peer) {
				hello := p.welcome("t1")
				if p.json != isJSON {
					t.Error("the wrong subprotocol")
				}
				if hello.GetProtocol() != 1 || hello.GetGuest().GetName() != "Ana" || len(hello.GetTab()) != 16 ||
					hello.GetAttempt() != 1 || hello.GetBuild() != standardName || hello.GetResume() != nil {
					t.Errorf("hello is %v", hello)
				}
				p.untilGone()
			},
			func(p *peer) {
				if hello := p.welcome("t2"); hello.GetToken() != "t1" {
					t.Errorf("hello is %v", hello)
				}
				p.untilGone()
			},
		)
		c := dial(t, Config{Servers: []string{server}, JSON: isJSON})
		if c.Token() != "t1" || c.Player() != "ana" || c.Name() != "Ana" {
			t.Error(c.Token(), c.Player(), c.Name())
		}
		if err := c.Close(); err != nil || !errors.Is(c.Err(), ErrClosed) {
			t.Error(err, c.Err())
		}
		_ = dial(t, Config{Servers: []string{server}, JSON: isJSON, Token: c.Token()}).Close()
	}
}

func TestStopCodesStop(t *testing.T) {
	server := serve(t, func(p *peer) {
		p.welcome("t")
		p.close(samedealv1.Close_CLOSE_TAKEN_OVER, "another tab plays on")
	})
	c := dial(t, Config{Servers: []string{server}})
	<-c.Done()
	var closed *CloseError
	if !errors.As(c.Err(), &closed) || closed.Code != samedealv1.Close_CLOSE_TAKEN_OVER {
		t.Error(c.Err())
	}
	if err := c.Enter(t.Context(), "BKTWRN", false); !errors.Is(err, c.Err()) {
		t.Error(err)
	}
}

func TestDialSaysWhyItFails(t *testing.T) {
	server := serve(t,
		func(p *peer) {
			p.receive()
			p.send(`{"answer": {"fault": {"reason": "REASON_BAD_NAME", "text": "the name is empty"}}}`)
			p.untilGone()
		},
		func(p *peer) {
			p.receive()
			p.close(samedealv1.Close_CLOSE_BAD_TOKEN, "the token is forged")
		},
	)
	_, err := Dial(t.Context(), Config{Servers: []string{server}})
	if !IsFault(err, samedealv1.Reason_REASON_BAD_NAME) {
		t.Error(err)
	}
	_, err = Dial(t.Context(), Config{Servers: []string{server}, Token: "t"})
	var closed *CloseError
	if !errors.As(err, &closed) || closed.Text != "the token is forged" {
		t.Error(err)
	}
	_, err = Dial(t.Context(), Config{Servers: []string{server}})
	var unreachable *UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Status != 403 {
		t.Error(err)
	}
	_, err = Dial(t.Context(), Config{Servers: []string{"http://127.0.0.1:1"}})
	if !errors.As(err, &unreachable) || unreachable.Server != "http://127.0.0.1:1" || unreachable.Status != 0 {
		t.Error(err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = Dial(done, Config{Servers: []string{server}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAnswersRefusalsAndGaps(t *testing.T) {
	server := serve(t, func(p *peer) {
		p.welcome("t")
		p.raceOfTwo()
		p.expect(actionText(1, "35"), actionText(2, "1h"), actionText(3, "n"))
		p.send(ackText(1))
		p.send(`{"refusal": {"room": "BKTWRN", "seat": 1, "number": 2, "rule": {"rule": "RULE_NOT_NEXT", "detail": "A"}}}`)
		p.send(`{"gap": {"room": "BKTWRN", "seat": 1, "expected": 2, "number": 3}}`)
		p.expect(actionText(2, "n"))
		p.send(`{"refusal": {"room": "BKTWRN", "seat": 1, "number": 2, "fault": {"reason": "REASON_BUSY", "text": "later"}}}`)
		p.expect(actionText(2, "n"))
		p.send(ackText(2))
		p.expect(`{"action": {"room": "BKTWRN", "seat": 1, "number": 3, "resign": {}}}`)
		p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "number": 2, "entry": "1-2"}}`)
		p.untilGone()
	})
	c := dial(t, Config{Servers: []string{server}})
	enterRace(t, c)
	var begun []*Pending
	for _, word := range []string{"35", "1h", "n"} {
		p, err := c.Begin(word)
		if err != nil {
			t.Fatal(err)
		}
		begun = append(begun, p)
	}
	ack, err := begun[0].Wait(t.Context())
	if err != nil || ack.GetOwn().GetNumber() != 1 {
		t.Fatal(ack, err)
	}
	var broken *RuleError
	if _, err := begun[1].Wait(t.Context()); !errors.As(err, &broken) || broken.Detail != "A" {
		t.Fatal(err)
	}
	if _, err := begun[2].Wait(t.Context()); !errors.Is(err, ErrDropped) {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), "n"); !IsFault(err, samedealv1.Reason_REASON_BUSY) {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), "n"); err != nil {
		t.Fatal(err)
	}
	if err := c.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestResync(t *testing.T) {
	server := serve(t, func(p *peer) {
		p.welcome("t")
		p.raceOfTwo()
		p.expect(actionText(1, "35"))
		p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "number": 3, "entry": "2-3", "legal": ["n"]}}`)
		p.expect(actionText(4, "n"))
		p.send(ackText(4))
		p.untilGone()
	})
	c := dial(t, Config{Servers: []string{server}})
	enterRace(t, c)
	if _, err := c.Act(t.Context(), "35"); !errors.Is(err, ErrResync) || c.State().Own.GetNumber() != 3 {
		t.Fatal(err, c.State().Own)
	}
	if _, err := c.Act(t.Context(), "n"); err != nil {
		t.Fatal(err)
	}
}

func TestTheNewerStateCounts(t *testing.T) {
	server := serve(t, func(p *peer) {
		p.welcome("t")
		p.raceOfTwo()
		p.send(`{"progress": {"room": "BKTWRN", "entry": "1-14", "progress": {"moves": 14}}}`)
		p.send(`{"progress": {"room": "BKTWRN", "entry": "1-9", "progress": {"moves": 9}}}`)
		p.send(`{"watchedBoard": {"room": "BKTWRN", "entry": "1-14", "board": {"moves": 14}}}`)
		p.send(`{"watchedBoard": {"room": "BKTWRN", "entry": "2-1", "board": {"moves": 15}}}`)
		p.send(`{"room": {"code": "BKTWRN", "event": "5"}}`)
		p.send(`{"room": {"code": "HJVDMS", "event": "50"}}`)
		p.send(`{"tick": {"nowMs": "1794016874000"}}`)
		p.untilGone()
	})
	ticked := make(chan struct{})
	c := dial(t, Config{Servers: []string{server}, OnFrame: func(f *samedealv1.ServerFrame) {
		if f.GetTick() != nil {
			close(ticked)
		}
	}})
	enterRace(t, c)
	<-ticked
	s := c.State()
	if s.Progress[0].GetProgress().GetMoves() != 14 || s.Boards[0].GetBoard().GetMoves() != 15 ||
		s.Room.GetEvent() != 6 || s.Seat != 1 {
		t.Errorf("%+v", s)
	}
}

func TestClosingAnswersWhatWaits(t *testing.T) {
	arrived := make(chan struct{})
	server := serve(t, func(p *peer) {
		p.welcome("t")
		p.raceOfTwo()
		p.expect(actionText(1, "n"))
		close(arrived)
		p.untilGone()
	})
	c := dial(t, Config{Servers: []string{server}})
	enterRace(t, c)
	p, err := c.Begin("n")
	if err != nil {
		t.Fatal(err)
	}
	<-arrived
	_ = c.Close()
	if _, err := p.Wait(t.Context()); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
}
