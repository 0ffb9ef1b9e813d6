package proto_test

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

//go:embed README.md
var readme string

// The README's tables are what writers of clients go by.
func TestTheReadmesTablesAreTheEnums(t *testing.T) {
	row := regexp.MustCompile("(?m)^\\| (\\d+) \\| `([A-Z_]+)` \\| ([a-z]+)?")
	for _, enum := range []protoreflect.Enum{samedealv1.Rule(0), samedealv1.Reason(0), samedealv1.Close(0)} {
		descriptor := enum.Descriptor()
		prefix := strings.ToUpper(string(descriptor.Name())) + "_"
		var got, want []string
		for _, match := range row.FindAllStringSubmatch(readme, -1) {
			if strings.HasPrefix(match[2], prefix) {
				got = append(got, rowText(match[1], match[2], match[3], descriptor))
			}
		}
		for i := 1; i < descriptor.Values().Len(); i++ {
			value := descriptor.Values().Get(i)
			after := strings.ToLower(strings.TrimPrefix(afterOf(value).String(), "AFTER_"))
			want = append(want, rowText(strconv.Itoa(int(value.Number())), string(value.Name()), after, descriptor))
		}
		if !slices.Equal(got, want) {
			t.Errorf("the README's table of %s:\n%s\nthe enum:\n%s",
				descriptor.Name(), strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// rowText has what to do next for close codes alone.
func rowText(number, name, after string, enum protoreflect.EnumDescriptor) string {
	if enum.Name() != "Close" {
		after = ""
	}
	return strings.TrimSpace(number + " " + name + " " + after)
}

// frame is a frame of the README's session.
type frame struct {
	text    string
	message proto.Message
}

// sessionFrames reads the README's session: a frame begins with > from the client or < from the server,
// and goes on in the lines that are indented.
func sessionFrames(t testing.TB) []frame {
	t.Helper()
	var frames []frame
	session := strings.Join(blocks("frames"), "")
	for _, match := range regexp.MustCompile(`(?m)^([<>]) (.*(?:\n  .*)*)`).FindAllStringSubmatch(session, -1) {
		f := frame{text: match[2], message: &samedealv1.ServerFrame{}}
		if match[1] == ">" {
			f.message = &samedealv1.ClientFrame{}
		}
		if err := protojson.Unmarshal([]byte(f.text), f.message); err != nil {
			t.Fatalf("%s: %v", f.text, err)
		}
		frames = append(frames, f)
	}
	if len(frames) == 0 {
		t.Fatal("the README has no frames")
	}
	return frames
}

// blocks gives the README's code blocks in a language.
func blocks(language string) []string {
	var all []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(readme, -1) {
		all = append(all, match[1])
	}
	return all
}

// The session shows what protobuf JSON leaves out, so it must leave out just that.
func TestTheSessionsServerWritesFramesAsProtobufDoes(t *testing.T) {
	for _, f := range sessionFrames(t) {
		if _, ours := f.message.(*samedealv1.ServerFrame); !ours {
			continue
		}
		text, err := protojson.Marshal(f.message)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := compact(t, f.text), compact(t, string(text)); got != want {
			t.Errorf("the README has\n%s\nprotobuf writes\n%s", got, want)
		}
	}
}

// compact is a JSON text without white space, its fields in alphabetical order.
func compact(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compacted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(compacted)
}

// The session's boards are those that the engine has after the actions that the session's client sent.
func TestTheSessionsBoardsAreTheEngines(t *testing.T) {
	frames := sessionFrames(t)
	deal := lastRoom(frames).GetDeal()
	code, err := engine.ParseCode(deal.GetCode())
	if err != nil {
		t.Fatal(err)
	}
	words := map[uint32]string{}
	resigned := false
	for _, f := range frames {
		switch f := f.message.(type) {
		case *samedealv1.ClientFrame:
			words[f.GetAction().GetNumber()] = f.GetAction().GetWord()
			resigned = resigned || f.GetAction().GetResign() != nil
		case *samedealv1.ServerFrame:
			own := cmp.Or(f.GetOwnBoard(), f.GetAcknowledgement().GetOwn())
			if own == nil {
				break
			}
			play := replay(t, code, words, own.GetNumber())
			if got, want := summary(own.GetBoard(), own.GetLegal()), boardOf(play, resigned); got != want {
				t.Errorf("after action %d the session has\n%s\nthe engine\n%s", own.GetNumber(), got, want)
			}
		}
	}
}

func lastRoom(frames []frame) *samedealv1.Room {
	var room *samedealv1.Room
	for _, f := range frames {
		if f, ok := f.message.(*samedealv1.ServerFrame); ok {
			room = cmp.Or(f.GetRoom(), room)
		}
	}
	return room
}

func replay(t *testing.T, code engine.Code, words map[uint32]string, number uint32) *engine.Play {
	t.Helper()
	play := code.Play()
	for n := uint32(1); n <= number; n++ {
		m, err := engine.ParseMove(words[n])
		if err != nil {
			t.Fatal(err)
		}
		if refusal := play.Do(m); refusal.Refused() {
			t.Fatalf("action %d: %v", n, refusal)
		}
	}
	return play
}

func summary(b *samedealv1.Board, legal []string) string {
	return fmt.Sprintf("%q waste %q stock %d score %d moves %d undoable %d hash %d legal %q", b.GetColumns(),
		b.GetWaste(), b.GetStock(), b.GetScore(), b.GetMoves(), b.GetUndoable(), b.GetHash(), legal)
}

func boardOf(play *engine.Play, ended bool) string {
	position := play.Position()
	view := engine.PlayerView(position)
	b := &samedealv1.Board{
		Waste: pileText(view, engine.Waste), Stock: uint32(view.Len(engine.Stock)), Score: uint32(view.Score()),
		Moves: uint32(view.Moves()), Undoable: uint32(play.Undoable()), Hash: uint64(view.Hash()),
	}
	for i := range play.Variant().Columns {
		b.Columns = append(b.Columns, pileText(view, engine.Column(i+1)))
	}
	var legal []string
	for m := range play.Variant().Moves(&position) {
		legal = append(legal, play.Variant().Word(position, m))
	}
	if ended {
		legal = nil
	}
	return summary(b, legal)
}

func pileText(p engine.Position, pile engine.Pile) string {
	var cards []string
	for _, c := range p.Cards(pile) {
		cards = append(cards, c.String())
	}
	return strings.Join(cards, " ")
}

// The check of a sealed deal that the README shows must come out, or nobody will believe a true one.
func TestTheSessionsCommitmentHolds(t *testing.T) {
	deal := lastRoom(sessionFrames(t)).GetDeal()
	sum := sha256.Sum256([]byte("samedeal-seal-1\n" + deal.GetCode() + "\n" + deal.GetSalt() + "\n"))
	if commitment := hex.EncodeToString(sum[:]); commitment != deal.GetCommitment() {
		t.Errorf("the session's deal is sealed with %s, not %s", commitment, deal.GetCommitment())
	}
	if !strings.Contains(readme, deal.GetSalt()+" | sha256sum\n# "+deal.GetCommitment()+"\n") {
		t.Error("the command that checks a commitment does not check the session's")
	}
}

// The README's calls have the services' names and fields, and its answers those of some method each.
func TestTheReadmesCallsAreTheServices(t *testing.T) {
	call := regexp.MustCompile(`/api/samedeal\.v1\.(\w+)/(\w+)[^{]*'(?:message=)?(\{.*\})'`)
	services := map[string]protoreflect.ServiceDescriptor{}
	for _, file := range []protoreflect.FileDescriptor{
		samedealv1.File_samedeal_v1_services_proto, samedealv1.File_samedeal_v1_admin_proto,
		samedealv1.File_samedeal_v1_analysis_proto, samedealv1.File_samedeal_v1_boards_proto, samedealv1.File_samedeal_v1_daily_proto,
		samedealv1.File_samedeal_v1_friends_proto,
	} {
		for i := range file.Services().Len() {
			services[string(file.Services().Get(i).Name())] = file.Services().Get(i)
		}
	}
	called := map[protoreflect.FullName]bool{}
	for _, match := range call.FindAllStringSubmatch(strings.Join(blocks("sh"), "\n"), -1) {
		service := services[match[1]]
		if service == nil || service.Methods().ByName(protoreflect.Name(match[2])) == nil {
			t.Errorf("there is no %s/%s", match[1], match[2])
			continue
		}
		method := service.Methods().ByName(protoreflect.Name(match[2]))
		called[method.FullName()] = true
		if err := protojson.Unmarshal([]byte(match[3]), dynamicpb.NewMessage(method.Input())); err != nil {
			t.Errorf("%s: %v", match[3], err)
		}
	}
	for _, service := range services {
		methods := service.Methods()
		for j := range methods.Len() {
			if name := methods.Get(j).FullName(); !called[name] {
				t.Errorf("the README does not call %s", name)
			}
		}
	}
}

func TestTheReadmesAnswersAreTheServices(t *testing.T) {
	answers := blocks("json")
	replay := &samedealv1.GetReplayResponse{}
	want := []proto.Message{
		&samedealv1.CreateGuestResponse{}, &samedealv1.RenameResponse{}, &samedealv1.CreateDeviceCodeResponse{},
		&samedealv1.UseDeviceCodeResponse{}, &samedealv1.LogOutEverywhereResponse{}, &samedealv1.CreateRoomResponse{},
		&samedealv1.GetGamesResponse{}, replay,
	}
	if len(answers) != len(want)+1 {
		t.Fatalf("the README has %d answers, want %d", len(answers), len(want)+1)
	}
	for i, m := range want {
		if err := protojson.Unmarshal([]byte(answers[i]), m); err != nil {
			t.Errorf("%s: %v", answers[i], err)
		}
	}
	checkError(t, answers[len(want)])
	checkReplay(t, replay)
}

// checkReplay checks that the replay that the README shows is of the game that its session's client played.
func checkReplay(t *testing.T, replay *samedealv1.GetReplayResponse) {
	t.Helper()
	boards := map[uint32]*samedealv1.Board{}
	last := uint32(0)
	for _, f := range sessionFrames(t) {
		frame, _ := f.message.(*samedealv1.ServerFrame)
		if own := cmp.Or(frame.GetOwnBoard(), frame.GetAcknowledgement().GetOwn()); own != nil {
			boards[own.GetNumber()] = own.GetBoard()
			last = max(last, own.GetNumber())
		}
	}
	if len(replay.GetSteps()) == 0 || replay.GetTotal() != last+1 {
		t.Errorf("%d steps of %d, want some of %d", len(replay.GetSteps()), replay.GetTotal(), last+1)
	}
	for i, step := range replay.GetSteps() {
		if !proto.Equal(step.GetBoard(), boards[uint32(i)]) {
			t.Errorf("step %d of the replay has\n%v\nthe session\n%v", i, step.GetBoard(), boards[uint32(i)])
		}
	}
}

// checkError checks that the two forms of the fault in a failed call's answer say the same.
func checkError(t *testing.T, text string) {
	t.Helper()
	var failed struct {
		Message string
		Details []struct {
			Value string
			Debug json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(text), &failed); err != nil || len(failed.Details) != 1 {
		t.Fatalf("%s: error %v, want one detail", text, err)
	}
	value, err := base64.RawStdEncoding.DecodeString(failed.Details[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	var binary, debug samedealv1.Fault
	if err := proto.Unmarshal(value, &binary); err != nil {
		t.Fatal(err)
	}
	if err := protojson.Unmarshal(failed.Details[0].Debug, &debug); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(&binary, &debug) || debug.GetText() != failed.Message {
		t.Errorf("the detail is %v in binary and %v in JSON, the message %q", &binary, &debug, failed.Message)
	}
}
