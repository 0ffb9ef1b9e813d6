package gateway

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestDecodeChecksEveryField(t *testing.T) {
	const ana = "anaaaaaaaaaaaaaaaaaaaaaaaa"
	for _, c := range []struct {
		frame string
		says  string // empty if it is good
	}{
		{`{"hello": {"protocol": 1, "token": "x"}}`, ""},
		{`{"hello": {"protocol": 9, "guest": {}, "later": 1}}`, ""},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"room": "BKTWRN", "seats": [{}, {"seat": 15, "entry": "1-2"}]}}}`, ""},
		{`{"command": {"id": 1, "room": "?", "enter": {}}}`, ""},
		{`{"command": {"id": 1, "kick": {"player": "` + ana + `"}}}`, ""},
		{`{"action": {"word": "35v2"}}`, ""},
		{`{"action": {"seat": 99, "number": 7, "resign": {}}}`, ""},
		{`{}`, "empty"},
		{`[]`, "not a ClientFrame"},
		{`{"hello": {}, "command": {}}`, "not a ClientFrame"},
		{`{"hello": {"token": "x"}}`, "hello.protocol"},
		{`{"hello": {"protocol": 1}}`, "token or a guest"},
		{`{"hello": {"protocol": 1, "token": "x", "tab": "AAAA"}}`, "hello.tab"},
		{`{"hello": {"protocol": 1, "token": "x", "build": "` + strings.Repeat("x", 65) + `"}}`, "hello.build"},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"room": "` + strings.Repeat("x", 65) + `"}}}`, "hello.resume.room"},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"seats": [` + strings.Repeat("{},", 16) + `{}]}}}`, "seats"},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"seats": [{"seat": 16}]}}}`, "seat 16"},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"seats": [{}, {}]}}}`, "twice"},
		{`{"hello": {"protocol": 1, "token": "x", "resume": {"seats": [{"entry": "1"}]}}}`, "entry"},
		{`{"command": {"enter": {}}}`, "command.id"},
		{`{"command": {"id": 1}}`, "asks for nothing"},
		{`{"command": {"id": 1, "room": "` + strings.Repeat("x", 65) + `", "enter": {}}}`, "command.room"},
		{`{"command": {"id": 1, "kick": {"player": "Ana"}}}`, "command.kick.player"},
		{`{"command": {"id": 1, "handOver": {}}}`, "command.hand_over.player"},
		{`{"action": {}}`, "does nothing"},
		{`{"action": {"word": "` + strings.Repeat("x", 65) + `"}}`, "action.word"},
		{`{"action": {"room": "` + strings.Repeat("x", 65) + `", "resign": {}}}`, "action.room"},
	} {
		_, err := decode(encodings[1], []byte(c.frame))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.frame, err, c.says)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"hello": {"protocol": 1, "build": "x", "token": "sd1", "tab": "nxw64ntdSAacQejStzZaDw==", "attempt": 2}}`,
		`{"hello": {"protocol": 1, "guest": {"name": "Ana"}, "resume": {"room": "bktwrn", "event": "6", "seats": [{"entry": "1-1"}, {"seat": 1, "entry": "1-3", "hash": "7"}]}}}`,
		`{"command": {"id": 1, "room": "BKTWRN", "enter": {"watch": true}}}`,
		`{"command": {"id": 2, "room": "BKTWRN", "kick": {"player": "anaaaaaaaaaaaaaaaaaaaaaaaa"}}}`,
		`{"action": {"room": "BKTWRN", "seat": 1, "number": 4294967295, "word": "35v2"}}`,
		`{"action": {"room": "\u0130\u00df\ufb01", "resign": {}}}`,
		`{"hello": {}}`, `{`, ``,
	} {
		f.Add(1, []byte(seed))
		var frame samedealv1.ClientFrame
		if err := protojson.Unmarshal([]byte(seed), &frame); err == nil {
			data, err := proto.Marshal(&frame)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(0, data)
		}
	}
	f.Fuzz(func(t *testing.T, which int, data []byte) {
		e := encodings[which&1]
		frame, err := decode(e, data)
		if err != nil {
			var end *closure
			if !errors.As(err, &end) || frame != nil {
				t.Fatalf("%v, %T", frame, err)
			}
			if reason := end.reason(); reason == "" || len(reason) > reasonMost || !utf8.ValidString(reason) {
				t.Fatalf("the reason is %q", reason)
			}
			return
		}
		again, err := proto.Marshal(frame)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := decode(encodings[0], again); err != nil || !proto.Equal(frame, second) {
			t.Fatalf("%v is read again as %v, %v", frame, second, err)
		}
	})
}

// Each close code has a text, and says what the client does next.
func TestCloseCodes(t *testing.T) {
	for number := range samedealv1.Close_name {
		code := samedealv1.Close(number)
		if code == samedealv1.Close_CLOSE_UNSPECIFIED {
			continue
		}
		if closeTexts[code] == "" {
			t.Errorf("%v has no text", code)
		}
		options := code.Descriptor().Values().ByNumber(code.Number()).Options()
		after, _ := proto.GetExtension(options, samedealv1.E_After).(samedealv1.After)
		if after == samedealv1.After_AFTER_UNSPECIFIED || (number >= 4500) != (after == samedealv1.After_AFTER_STOP) {
			t.Errorf("%v is followed by %v", code, after)
		}
	}
	if reason := (&closure{text: strings.Repeat("é", 100)}).reason(); len(reason) != 122 || !utf8.ValidString(reason) {
		t.Errorf("a long reason is cut to %q", reason)
	}
}
