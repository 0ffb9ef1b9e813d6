package client

import samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"

func helloFrame(h *samedealv1.Hello) *samedealv1.ClientFrame {
	return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Hello{Hello: h}}
}

func commandFrame(c *samedealv1.Command) *samedealv1.ClientFrame {
	return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Command{Command: c}}
}

// actionFrames are the frames of actions on a seat.
func actionFrames(room string, seat int, actions []*Pending) []*samedealv1.ClientFrame {
	var frames []*samedealv1.ClientFrame
	for _, p := range actions {
		action := &samedealv1.Action{Room: room, Seat: uint32(seat), Number: p.number}
		if p.resigns() {
			action.Action = &samedealv1.Action_Resign{Resign: &samedealv1.Resign{}}
		} else {
			action.Action = &samedealv1.Action_Word{Word: p.word}
		}
		frames = append(frames, &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Action{Action: action}})
	}
	return frames
}
