// Package proto_test holds what the wire must keep, which no generated code can be asked to: that it is
// the engine's and WebSocket's, that its two encodings say the same, and that README.md tells the truth.
package proto_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A server sends the engine's rule as this enum's number, and clients name it by this enum.
func TestRulesAreTheEngines(t *testing.T) {
	values := samedealv1.Rule(0).Descriptor().Values()
	rules := engine.Rules()
	if values.Len() != len(rules)+1 {
		t.Errorf("the enum has %d rules, the engine %d", values.Len()-1, len(rules))
	}
	for _, rule := range rules {
		number := protoreflect.EnumNumber(rule)
		if v := values.ByNumber(number); v == nil || string(v.Name()) != "RULE_"+rule.String() {
			t.Errorf("the engine's rule %d is %s; the enum has %v", number, rule, v)
		}
	}
}

// A client that does not know a close code goes by its number, and one that does by the option: the two
// must agree.
func TestCloseCodesSayWhatToDo(t *testing.T) {
	values := samedealv1.Close(0).Descriptor().Values()
	for i := 1; i < values.Len(); i++ {
		value := values.Get(i)
		want := samedealv1.After_AFTER_RECONNECT
		if value.Number() >= 4500 {
			want = samedealv1.After_AFTER_STOP
		}
		if after := afterOf(value); after != want {
			t.Errorf("%s = %d has the option %v, want %v", value.Name(), value.Number(), after, want)
		}
		if value.Number() < 4000 || value.Number() > 4999 {
			t.Errorf("%s = %d is no close code for an application", value.Name(), value.Number())
		}
	}
}

func afterOf(value protoreflect.EnumValueDescriptor) samedealv1.After {
	after, _ := proto.GetExtension(value.Options(), samedealv1.E_After).(samedealv1.After)
	return after
}

// Whatever can be said can be said in both encodings, and is understood as it was meant.
func TestFramesSurviveBothEncodings(t *testing.T) {
	for _, m := range []proto.Message{
		&samedealv1.ClientFrame{}, &samedealv1.ServerFrame{}, &samedealv1.SeatEntry{}, &samedealv1.RoomEntry{},
	} {
		kind := m.ProtoReflect().Type()
		members := kind.Descriptor().Oneofs().Get(0).Fields()
		for i := range members.Len() {
			member := members.Get(i)
			t.Run(string(member.FullName()), rapid.MakeCheck(func(t *rapid.T) {
				message := kind.New()
				fill(t, message)
				message.Set(member, drawValue(t, message, member))
				checkRoundTrips(t, message.Interface())
			}))
		}
	}
}

func checkRoundTrips(t *rapid.T, sent proto.Message) {
	binary, err := proto.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	text, err := protojson.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	got := sent.ProtoReflect().New().Interface()
	if err := proto.Unmarshal(binary, got); err != nil || !proto.Equal(got, sent) {
		t.Errorf("binary: got %v, error %v; want %v", got, err, sent)
	}
	got = sent.ProtoReflect().New().Interface()
	if err := protojson.Unmarshal(text, got); err != nil || !proto.Equal(got, sent) {
		t.Errorf("JSON %s: got %v, error %v; want %v", text, got, err, sent)
	}
}

// fill sets some of a message's fields. Of a oneof the last one set stays.
func fill(t *rapid.T, m protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		switch {
		case !rapid.Bool().Draw(t, "has "+string(field.Name())):
		case field.IsList():
			list := m.Mutable(field).List()
			for range rapid.IntRange(0, 3).Draw(t, "length") {
				list.Append(drawElement(t, list.NewElement, field))
			}
		default:
			m.Set(field, drawValue(t, m, field))
		}
	}
}

func drawValue(t *rapid.T, m protoreflect.Message, field protoreflect.FieldDescriptor) protoreflect.Value {
	return drawElement(t, func() protoreflect.Value { return m.NewField(field) }, field)
}

func drawElement(
	t *rapid.T, empty func() protoreflect.Value, field protoreflect.FieldDescriptor,
) protoreflect.Value {
	label := string(field.Name())
	switch field.Kind() {
	case protoreflect.MessageKind:
		value := empty()
		fill(t, value.Message())
		return value
	case protoreflect.EnumKind:
		values := field.Enum().Values()
		return protoreflect.ValueOfEnum(values.Get(rapid.IntRange(0, values.Len()-1).Draw(t, label)).Number())
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(rapid.Bool().Draw(t, label))
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(rapid.String().Draw(t, label))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, label))
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(rapid.Uint32().Draw(t, label))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(rapid.Uint64().Draw(t, label))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(rapid.Int64().Draw(t, label))
	default:
		t.Fatalf("%s has the kind %v, which nothing on the wire had before", field.FullName(), field.Kind())
		return protoreflect.Value{}
	}
}

// Anybody can send anything: a decoder must neither panic nor make much of little. Size stands for what
// a frame takes in memory, since all that is kept is kept by bytes or elements of the input.
func FuzzClientFrame(f *testing.F) {
	for _, frame := range sessionFrames(f) {
		if sent, ok := frame.message.(*samedealv1.ClientFrame); ok {
			f.Add([]byte(frame.text))
			binary, err := proto.Marshal(sent)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(binary)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, unmarshal := range map[string]func([]byte, proto.Message) error{
			"binary": proto.Unmarshal,
			"JSON":   protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal,
		} {
			var got samedealv1.ClientFrame
			if unmarshal(data, &got) != nil {
				continue
			}
			if size := proto.Size(&got); size > len(data) {
				t.Errorf("%s: %d bytes of input have become %d", name, len(data), size)
			}
			if _, err := protojson.Marshal(&got); err != nil {
				t.Errorf("%s: what was read cannot be written: %v", name, err)
			}
		}
	})
}
