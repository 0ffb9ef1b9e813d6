package client

import (
	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// encoding is one of the protocol's two forms. What this build does not know of a frame is ignored in
// both.
type encoding struct {
	subprotocol string
	kind        int // of WebSocket message
	marshal     func(proto.Message) ([]byte, error)
	unmarshal   func([]byte, proto.Message) error
}

func encodingOf(isJSON bool) encoding {
	if isJSON {
		return encoding{
			subprotocol: "samedeal.v1.json", kind: websocket.TextMessage, marshal: protojson.Marshal,
			unmarshal: protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal,
		}
	}
	return encoding{
		subprotocol: "samedeal.v1", kind: websocket.BinaryMessage, marshal: proto.Marshal,
		unmarshal: proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal,
	}
}

func (e encoding) read(kind int, data []byte) (*samedealv1.ServerFrame, error) {
	frame := &samedealv1.ServerFrame{}
	if kind != e.kind {
		return nil, protocolError("a message of the wrong kind under " + e.subprotocol)
	}
	if err := e.unmarshal(data, frame); err != nil {
		return nil, protocolError(err.Error())
	}
	return frame, nil
}
