package client

import (
	"errors"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Ana's client loses its connection with five actions under way, of which two had arrived.
func TestResumingSendsOnceMoreWhatTheServerHasNot(t *testing.T) {
	var tab []byte
	server := serve(t,
		func(p *peer) {
			tab = p.welcome("t1").GetTab()
			p.raceOfTwo()
			p.send(`{"progress": {"room": "BKTWRN", "entry": "1-1", "progress": {"moves": 1}}}`)
			p.expect(actionText(1, "a1"))
			p.send(ackText(1))
			p.expect(actionText(2, "a2"), actionText(3, "a3"), actionText(4, "a4"), actionText(5, "a5"))
		},
		func(p *peer) {
			// A server that closes at once, with a code that says reconnect.
			hello := p.receive().GetHello()
			if !slices.Equal(hello.GetTab(), tab) || hello.GetAttempt() != 2 || hello.GetToken() != "t1" {
				t.Errorf("hello is %v", hello)
			}
			p.close(samedealv1.Close_CLOSE_SHUTDOWN, "")
		},
		func(p *peer) {
			hello := p.welcome("t2")
			want := &samedealv1.Position{Room: "BKTWRN", Event: 6, Seats: []*samedealv1.SeatPosition{
				{Seat: 0, Entry: "1-1"}, {Seat: 1, Entry: "1-1", Hash: 101},
			}}
			if !proto.Equal(hello.GetResume(), want) || hello.GetAttempt() != 3 {
				t.Errorf("hello is %v", hello)
			}
			p.send(racingRoom)
			p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "number": 3, "entry": "1-3", "legal": ["n"]}}`)
			p.expect(actionText(4, "a4"), actionText(5, "a5"))
			p.send(ackText(4))
			p.send(ackText(5))
			p.expect(actionText(6, "a6"))
			p.send(ackText(6))
			p.untilGone()
		},
	)
	c := dial(t, Config{Servers: []string{server}})
	enterRace(t, c)
	if _, err := c.Await(t.Context(), func(s State) bool { return s.Progress[0] != nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), "a1"); err != nil {
		t.Fatal(err)
	}
	var begun []*Pending
	for _, word := range []string{"a2", "a3", "a4", "a5"} {
		p, err := c.Begin(word)
		if err != nil {
			t.Fatal(err)
		}
		begun = append(begun, p)
	}
	for i, p := range begun {
		ack, err := p.Wait(t.Context())
		if err != nil || ack.GetAgain() != (i < 2) {
			t.Errorf("%s: %v, %v", p.word, ack, err)
		}
	}
	if _, err := c.Act(t.Context(), "a6"); err != nil {
		t.Error(err)
	}
	if c.Token() != "t2" {
		t.Error("the new token was not kept")
	}
}

// A database that crashed comes back without acknowledged moves, which the client still has.
func TestResumingBringsBackWhatTheServerLost(t *testing.T) {
	arrived := make(chan struct{})
	server := serve(t,
		func(p *peer) {
			p.welcome("t")
			p.raceOfTwo()
			for i, word := range []string{"a1", "a2", "a3"} {
				p.expect(actionText(i+1, word))
				p.send(ackText(i + 1))
			}
			p.close(samedealv1.Close_CLOSE_TRY_AGAIN, "")
		},
		func(p *peer) {
			p.welcome("t")
			p.send(`{"room": {"code": "BKTWRN", "event": "5", "phase": "PHASE_RACING",
				"seats": [{"player": "ben"}, {"player": "ana"}]}}`)
			p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "number": 1, "entry": "1-1", "legal": ["n"]}}`)
			p.expect(actionText(2, "a2"), actionText(3, "a3"))
			close(arrived)
			p.untilGone()
		},
	)
	c := dial(t, Config{Servers: []string{server}})
	enterRace(t, c)
	for _, word := range []string{"a1", "a2", "a3"} {
		if _, err := c.Act(t.Context(), word); err != nil {
			t.Fatal(err)
		}
	}
	state, err := c.Await(t.Context(), func(s State) bool { return s.Own.GetNumber() == 1 && s.Room.GetEvent() == 5 })
	if err != nil {
		t.Fatal(state, err)
	}
	<-arrived
}

func TestCommandsAreSentAgain(t *testing.T) {
	outside := make(chan struct{})
	server := serve(t,
		func(p *peer) {
			p.welcome("t")
			p.expect(`{"command": {"id": 1, "room": "BKTWRN", "enter": {}}}`)
		},
		func(p *peer) {
			if hello := p.welcome("t"); hello.GetResume() != nil {
				t.Errorf("hello is %v", hello)
			}
			p.expect(`{"command": {"id": 1, "room": "BKTWRN", "enter": {}}}`)
			p.send(`{"answer": {"id": 1}}`)
			p.expect(`{"command": {"id": 2, "room": "BKTWRN", "ready": {"ready": true}}}`)
			p.send(`{"answer": {"id": 2, "fault": {"reason": "REASON_BUSY"}}}`)
			p.expect(`{"command": {"id": 3, "room": "BKTWRN", "start": {}}}`)
		},
		func(p *peer) {
			if hello := p.welcome("t"); hello.GetResume().GetRoom() != "BKTWRN" {
				t.Errorf("hello is %v", hello)
			}
			p.expect(`{"command": {"id": 3, "room": "BKTWRN", "start": {}}}`)
			p.send(`{"answer": {"id": 3, "fault": {"reason": "REASON_ALREADY_STARTED"}}}`)
			p.expect(`{"command": {"id": 4, "room": "BKTWRN", "rematch": {"sameDeal": true}}}`)
			p.send(`{"answer": {"id": 4, "room": "HJVDMS"}}`)
			p.expect(`{"command": {"id": 5, "room": "BKTWRN", "leave": {}}}`)
			p.send(`{"answer": {"id": 5}}`)
		},
		func(p *peer) {
			if hello := p.welcome("t"); hello.GetResume() != nil {
				t.Errorf("hello is %v", hello)
			}
			close(outside)
			p.untilGone()
		},
	)
	c := dial(t, Config{Servers: []string{server}})
	if err := c.Enter(t.Context(), "BKTWRN", false); err != nil {
		t.Fatal(err)
	}
	if err := c.Ready(t.Context(), true); !IsFault(err, samedealv1.Reason_REASON_BUSY) {
		t.Fatal(err)
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if room, err := c.Rematch(t.Context(), true); err != nil || room != "HJVDMS" {
		t.Fatal(room, err)
	}
	if err := c.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-outside
}

func TestARoomThatCannotBeGoneOnIn(t *testing.T) {
	server := serve(t,
		func(p *peer) {
			p.welcome("t")
			p.raceOfTwo()
		},
		func(p *peer) {
			p.welcome("t")
			p.send(`{"answer": {"fault": {"reason": "REASON_BUSY"}}}`)
			p.untilGone()
		},
		func(p *peer) {
			p.welcome("t")
			p.send(`{"answer": {"fault": {"reason": "REASON_NO_SUCH_ROOM"}}}`)
			p.untilGone()
		},
	)
	c := dial(t, Config{Servers: []string{server}})
	if err := c.Enter(t.Context(), "BKTWRN", false); err != nil {
		t.Fatal(err)
	}
	_, err := c.Await(t.Context(), func(State) bool { return false })
	if !IsFault(err, samedealv1.Reason_REASON_NO_SUCH_ROOM) {
		t.Fatal(err)
	}
	if _, err := c.Act(t.Context(), "n"); !errors.Is(err, ErrNoSeat) {
		t.Error(err)
	}
}

func TestTheNextServerIsTried(t *testing.T) {
	second := serve(t, func(p *peer) {
		if hello := p.welcome("t"); hello.GetResume().GetRoom() != "BKTWRN" {
			t.Errorf("hello is %v", hello)
		}
		p.send(racingRoom)
		p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "number": 0, "entry": "0-0", "legal": ["n"]}}`)
		p.expect(actionText(1, "n"))
		p.send(ackText(1))
		p.untilGone()
	})
	first := serve(t, func(p *peer) {
		p.welcome("t")
		p.raceOfTwo()
		p.expect(actionText(1, "n"))
	})
	c := dial(t, Config{Servers: []string{first, "http://127.0.0.1:1", second}})
	enterRace(t, c)
	if _, err := c.Act(t.Context(), "n"); err != nil {
		t.Fatal(err)
	}
}
