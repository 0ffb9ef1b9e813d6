package room_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func TestOptionsHaveDefaults(t *testing.T) {
	const home, score = samedealv1.Ranking_RANKING_FIRST_HOME, samedealv1.Ranking_RANKING_SCORE_AND_TIME
	for _, c := range []struct {
		name        string
		given, want *samedealv1.RoomOptions
	}{
		{
			"Klondike", &samedealv1.RoomOptions{Deal: " kl1-d3n "},
			&samedealv1.RoomOptions{Deal: "KL1-D3N", Ranking: score, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"Thoughtful", &samedealv1.RoomOptions{Deal: "TF1-D1N", Ranking: home},
			&samedealv1.RoomOptions{Deal: "TF1-D1N", Ranking: home, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"FreeCell is first home", &samedealv1.RoomOptions{Deal: "FC1-C4-aaaaakh"},
			&samedealv1.RoomOptions{Deal: "FC1-C4-AAAAAKH", Ranking: home, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"FreeCell without cells too", &samedealv1.RoomOptions{Deal: "FC1-C0"},
			&samedealv1.RoomOptions{Deal: "FC1-C0", Ranking: home, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"any deal", &samedealv1.RoomOptions{Deal: "KL1-D3N", AnyDeal: true},
			&samedealv1.RoomOptions{Deal: "KL1-D3N", AnyDeal: true, Ranking: score, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"any deal means nothing of a given one", &samedealv1.RoomOptions{Deal: "KL1-D3N-AAAAAAB", AnyDeal: true},
			&samedealv1.RoomOptions{Deal: "KL1-D3N-AAAAAAB", Ranking: score, Minutes: 15, Seats: 4, CountdownS: 5},
		},
		{
			"the least", &samedealv1.RoomOptions{
				Deal: "FC1-C4", Ranking: score, Minutes: 1, Seats: 1, CountdownS: 3, Listed: true,
			},
			&samedealv1.RoomOptions{Deal: "FC1-C4", Ranking: score, Minutes: 1, Seats: 1, CountdownS: 3, Listed: true},
		},
		{
			"the most", &samedealv1.RoomOptions{
				Deal: "KL1-D1P3", Minutes: 60, Seats: 16, CountdownS: 30, WatchDelayS: 300, OpenDeal: true,
			},
			&samedealv1.RoomOptions{
				Deal: "KL1-D1P3", Ranking: score, Minutes: 60, Seats: 16, CountdownS: 30, WatchDelayS: 300, OpenDeal: true,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := proto.CloneOf(c.given)
			got, err := room.CheckOptions(c.given)
			if err != nil || !proto.Equal(got, c.want) {
				t.Fatalf("%v, %v\nwant %v", got, err, c.want)
			}
			if !proto.Equal(before, c.given) {
				t.Fatalf("the options given have become %v", c.given)
			}
			if again, err := room.CheckOptions(got); err != nil || !proto.Equal(again, got) {
				t.Fatalf("checked again: %v, %v", again, err)
			}
		})
	}
}

func TestOptionsOutOfRangeAreNamed(t *testing.T) {
	const badCode, badField = samedealv1.Reason_REASON_BAD_DEAL_CODE, samedealv1.Reason_REASON_BAD_FIELD
	for _, c := range []struct {
		given  *samedealv1.RoomOptions
		reason samedealv1.Reason
		text   []string
	}{
		{nil, badCode, []string{"options.deal", `the code is ""`}},
		{&samedealv1.RoomOptions{Deal: "KL1"}, badCode, []string{"want game and options"}},
		{&samedealv1.RoomOptions{Deal: "KL9-D3N"}, badCode, []string{"game", "KL9", "KL1"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D2N"}, badCode, []string{"options", "D2N"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N-AAA"}, badCode, []string{"number", "AAA"}},
		{&samedealv1.RoomOptions{Deal: "A-B-C-D"}, badCode, []string{"A-B-C-D"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", Ranking: 3}, badField, []string{"options.ranking is 3"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", Ranking: -1}, badField, []string{"options.ranking is -1"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", Minutes: 61}, badField, []string{"options.minutes is 61", "1 to 60"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", Seats: 17}, badField, []string{"options.seats is 17", "1 to 16"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", CountdownS: 2}, badField, []string{"options.countdown_s is 2", "3 to 30"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", CountdownS: 31}, badField, []string{"options.countdown_s is 31"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", WatchDelayS: 301}, badField, []string{"options.watch_delay_s is 301", "0 to 300"}},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", Minutes: math.MaxUint32}, badField, []string{"4294967295"}},
	} {
		_, err := room.CheckOptions(c.given)
		var fault *room.Fault
		if !errors.As(err, &fault) || fault.Reason != c.reason {
			t.Errorf("%v: %v, want %v", c.given, err, c.reason)
			continue
		}
		for _, part := range c.text {
			if !strings.Contains(fault.Text, part) {
				t.Errorf("%v: %q does not say %q", c.given, fault.Text, part)
			}
		}
	}
}

// A short number would give a sealed deal away: there are few enough to try them all.
func TestOptionsDecideWhatIsDrawn(t *testing.T) {
	const firstLong, lastLong = 8_031_810_176, 2_481_152_873_203_736_575
	for _, c := range []struct {
		options     *samedealv1.RoomOptions
		sealed      bool
		least, most uint64
	}{
		{&samedealv1.RoomOptions{Deal: "KL1-D3N"}, true, firstLong, lastLong},
		{&samedealv1.RoomOptions{Deal: "TF1-D1N"}, true, firstLong, lastLong},
		{&samedealv1.RoomOptions{Deal: "FC1-C4"}, true, 1, firstLong - 1},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N", OpenDeal: true}, false, 1, firstLong - 1},
		{&samedealv1.RoomOptions{Deal: "TF1-D1N", OpenDeal: true}, false, 1, firstLong - 1},
		{&samedealv1.RoomOptions{Deal: "FC1-C4", OpenDeal: true}, false, 1, firstLong - 1},
		{&samedealv1.RoomOptions{Deal: "FC1-C4-AAAAAKH"}, false, 267, 267},
		{&samedealv1.RoomOptions{Deal: "KL1-D3N-CHQWENRTYUIOP"}, false, firstLong, lastLong},
	} {
		random := rand.NewChaCha8([32]byte{})
		for range 200 {
			deal, err := room.NewDeal(c.options, random)
			if err != nil {
				t.Fatal(err)
			}
			salted := len(deal.Salt) == engine.SaltBytes
			if n := deal.Code.Number(); n < c.least || n > c.most || deal.Sealed != c.sealed || salted != c.sealed {
				t.Fatalf("%v: %v, sealed %t with %d bytes", c.options, deal.Code, deal.Sealed, len(deal.Salt))
			}
			if !strings.HasPrefix(c.options.GetDeal(), deal.Code.Variant().String()) {
				t.Fatalf("%v: another game, %v", c.options, deal.Code)
			}
		}
	}
}

// Drawn numbers reach both ends of their range, and what would make some likelier is drawn again.
func TestOptionsDrawAllDealsAlike(t *testing.T) {
	size := engineVariant(t, "KL1-D3N").LastShortNumber()
	whole := math.MaxUint64 / size * size // the first number of the incomplete stretch
	for _, c := range []struct {
		drawn []uint64
		want  uint64
	}{
		{[]uint64{0}, 1},
		{[]uint64{size - 1}, size},
		{[]uint64{size}, 1},
		{[]uint64{whole - 1}, size},
		{[]uint64{whole, math.MaxUint64, 41}, 42},
	} {
		var random bytes.Buffer
		for _, n := range c.drawn {
			for shift := 56; shift >= 0; shift -= 8 {
				random.WriteByte(byte(n >> shift))
			}
		}
		deal, err := room.NewDeal(&samedealv1.RoomOptions{Deal: "KL1-D3N", OpenDeal: true}, &random)
		if err != nil || deal.Code.Number() != c.want || random.Len() > 0 {
			t.Errorf("drawn %d: %v, %v, want %d", c.drawn, deal.Code.Number(), err, c.want)
		}
	}
}

func TestOptionsWithoutRandomnessDrawNothing(t *testing.T) {
	broken := errors.New("no more dice")
	for _, bytesLeft := range []int64{0, 7, 8, 8 + engine.SaltBytes - 1} {
		random := io.MultiReader(io.LimitReader(rand.NewChaCha8([32]byte{}), bytesLeft), iotest.ErrReader(broken))
		deal, err := room.NewDeal(&samedealv1.RoomOptions{Deal: "KL1-D3N"}, random)
		if !errors.Is(err, broken) || deal.Code != (engine.Code{}) {
			t.Errorf("after %d bytes: %v, %v", bytesLeft, deal, err)
		}
		var fault *room.Fault
		if errors.As(err, &fault) {
			t.Errorf("after %d bytes: the player is told %q", bytesLeft, fault.Text)
		}
	}
	if _, err := room.NewDeal(&samedealv1.RoomOptions{Deal: "FC1-C4-AAAAAKH"}, iotest.ErrReader(broken)); err != nil {
		t.Errorf("a given code needs none: %v", err)
	}
}

func engineVariant(t *testing.T, name string) *engine.Variant {
	v, err := engine.ParseVariant(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func optionsText(o *samedealv1.RoomOptions) string {
	text := fmt.Sprintf("%s %s %d min, %d seats, countdown %d s, delay %d s", o.GetDeal(),
		strings.TrimPrefix(o.GetRanking().String(), "RANKING_"),
		o.GetMinutes(), o.GetSeats(), o.GetCountdownS(), o.GetWatchDelayS())
	if o.GetOpenDeal() {
		text += ", open deal"
	}
	return text
}
