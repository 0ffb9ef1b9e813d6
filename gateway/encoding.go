package gateway

import (
	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// encoding is how the frames of a subprotocol are written. Fields that this build does not know are
// left out in both, since a newer client may send them.
type encoding struct {
	subprotocol string
	// kind is the kind of WebSocket frame, and its name.
	kind      int
	kindName  string
	unmarshal func([]byte, *samedealv1.ClientFrame) error
	append    func([]byte, *samedealv1.ServerFrame) ([]byte, error)
}

// encodings are the subprotocols, in the order of preference.
var encodings = [...]*encoding{
	{
		subprotocol: "samedeal.v1", kind: websocket.BinaryMessage, kindName: "binary",
		unmarshal: func(data []byte, f *samedealv1.ClientFrame) error {
			return proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, f)
		},
		append: func(to []byte, f *samedealv1.ServerFrame) ([]byte, error) {
			return proto.MarshalOptions{}.MarshalAppend(to, f)
		},
	},
	{
		subprotocol: "samedeal.v1.json", kind: websocket.TextMessage, kindName: "text",
		unmarshal: func(data []byte, f *samedealv1.ClientFrame) error {
			return protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, f)
		},
		append: func(to []byte, f *samedealv1.ServerFrame) ([]byte, error) {
			return protojson.MarshalOptions{}.MarshalAppend(to, f)
		},
	},
}

func subprotocols() []string {
	names := make([]string, len(encodings))
	for i, e := range encodings {
		names[i] = e.subprotocol
	}
	return names
}

// encodingOf finds the encoding of a subprotocol, nil if there is none.
func encodingOf(subprotocol string) *encoding {
	for _, e := range encodings {
		if e.subprotocol == subprotocol {
			return e
		}
	}
	return nil
}
