package gateway

import (
	"fmt"
	"strings"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// How long the fields of a frame may be, in bytes, and how many it may have.
const (
	buildMost = 64
	tabBytes  = 16
	roomMost  = 64 // a code is far shorter; what is wrong with it, the room says
	wordMost  = 64 // so is a word
	seatsMost = 16
)

// oldestProtocol and newestProtocol are the protocols that this build speaks.
const (
	oldestProtocol = 1
	newestProtocol = 1
)

// decode reads a frame and checks every field that does not need a room to be judged. Room codes come
// out in capitals. What a player can get wrong (a code, a name, a word, a number) is left to whoever
// answers it; the error, a *closure, is for what only a broken client sends.
func decode(e *encoding, data []byte) (*samedealv1.ClientFrame, error) {
	frame := new(samedealv1.ClientFrame)
	if err := e.unmarshal(data, frame); err != nil {
		return nil, badFrame("not a ClientFrame as %s writes it: %s", e.subprotocol, strings.ReplaceAll(err.Error(), "\u00a0", " "))
	}
	var err error
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ClientFrame_Hello:
		err = checkHello(f.Hello)
	case *samedealv1.ClientFrame_Command:
		err = checkCommand(f.Command)
	case *samedealv1.ClientFrame_Action:
		err = checkAction(f.Action)
	default:
		err = badFrame("the frame is empty: want a hello, a command or an action")
	}
	if err != nil {
		return nil, err
	}
	return frame, nil
}

func checkHello(h *samedealv1.Hello) error {
	switch {
	// First of all: of a client that is too old nothing else can be expected to be right.
	case h.GetProtocol() < oldestProtocol:
		return &closure{samedealv1.Close_CLOSE_TOO_OLD, fmt.Sprintf(
			"hello.protocol is %d: want %d to %d; get a newer client", h.GetProtocol(), oldestProtocol, newestProtocol)}
	case len(h.GetBuild()) > buildMost:
		return badFrame("hello.build has %d bytes: want at most %d", len(h.GetBuild()), buildMost)
	case len(h.GetTab()) != 0 && len(h.GetTab()) != tabBytes:
		return badFrame("hello.tab has %d bytes: want %d, or none", len(h.GetTab()), tabBytes)
	case h.GetWho() == nil:
		return badFrame("hello has nobody: want a token or a guest")
	case h.GetResume() != nil:
		return checkPosition(h.GetResume())
	}
	return nil
}

func checkPosition(p *samedealv1.Position) error {
	if err := checkRoom("hello.resume.room", &p.Room); err != nil {
		return err
	}
	if len(p.GetSeats()) > seatsMost {
		return badFrame("hello.resume.seats has %d seats: want at most %d", len(p.GetSeats()), seatsMost)
	}
	var seen [seatsMost]bool
	for _, seat := range p.GetSeats() {
		switch {
		case seat.GetSeat() >= seatsMost:
			return badFrame("hello.resume.seats has seat %d: want 0 to %d", seat.GetSeat(), seatsMost-1)
		case seen[seat.GetSeat()]:
			return badFrame("hello.resume.seats has seat %d twice", seat.GetSeat())
		}
		seen[seat.GetSeat()] = true
		if seat.GetEntry() == "" {
			continue
		}
		if _, err := room.ParseEntryID(seat.GetEntry()); err != nil {
			return badFrame("hello.resume.seats has a bad entry at seat %d: want it as it was told", seat.GetSeat())
		}
	}
	return nil
}

func checkCommand(c *samedealv1.Command) error {
	if c.GetId() == 0 {
		return badFrame("command.id is 0: want another number, by which the answer is known")
	}
	if err := checkRoom("command.room", &c.Room); err != nil {
		return err
	}
	switch command := c.GetCommand().(type) {
	case nil:
		return badFrame("command %d asks for nothing: want enter, leave, ready, start, kick, handOver or rematch", c.GetId())
	case *samedealv1.Command_Kick:
		return checkPlayer("command.kick.player", command.Kick.GetPlayer())
	case *samedealv1.Command_HandOver:
		return checkPlayer("command.hand_over.player", command.HandOver.GetPlayer())
	}
	return nil
}

func checkAction(a *samedealv1.Action) error {
	if err := checkRoom("action.room", &a.Room); err != nil {
		return err
	}
	switch action := a.GetAction().(type) {
	case nil:
		return badFrame("action %d does nothing: want a word or resign", a.GetNumber())
	case *samedealv1.Action_Word:
		if len(action.Word) > wordMost {
			return badFrame("action.word has %d bytes: want a word of the move notation", len(action.Word))
		}
	}
	return nil
}

// checkRoom reads a room's code without regard to case.
func checkRoom(field string, code *string) error {
	if len(*code) > roomMost {
		return badFrame("%s has %d bytes: want a room's code", field, len(*code))
	}
	*code = strings.Map(capital, *code)
	return nil
}

// capital is a letter of a code as a capital. Other scripts' letters are in none.
func capital(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

func checkPlayer(field, id string) error {
	if _, err := player.ParseID(id); err != nil {
		return badFrame("%s is no player's id: want it as the room told it", field)
	}
	return nil
}

func badFrame(format string, args ...any) *closure {
	return &closure{samedealv1.Close_CLOSE_BAD_FRAME, fmt.Sprintf(format, args...)}
}
