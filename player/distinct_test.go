package player_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/player"
)

func TestEqualNamesGetANumber(t *testing.T) {
	long := strings.Repeat("abcdefgh", 3)
	for _, c := range []struct {
		name  player.Name
		taken []player.Name
		want  player.Name
	}{
		{"Ana", nil, "Ana"},
		{"Ana", []player.Name{"Ben", "An", "Anna"}, "Ana"},
		{"Ana", []player.Name{"Ana"}, "Ana 2"},
		{"Ana", []player.Name{"Ana", "Ana 2"}, "Ana 3"},
		{"Ana", []player.Name{"Ana 3", "Ana"}, "Ana 2"},
		{"Ana", []player.Name{"Ana 2"}, "Ana"},
		{"Ana 2", []player.Name{"Ana", "Ana 2"}, "Ana 2 2"},
		{"ana", []player.Name{"ANA"}, "ana 2"},
		{"Ana", []player.Name{"ａｎａ", "ana ２"}, "Ana 3"},
		{"Strasse", []player.Name{"STRAßE"}, "Strasse 2"},
		{"ΝΊΚΟΣ", []player.Name{"νίκος"}, "ΝΊΚΟΣ 2"},
		{"علی\u200cرضا", []player.Name{"علیرضا"}, "علی\u200cرضا 2"},
		{"❤\ufe0f", []player.Name{"❤"}, "❤\ufe0f 2"},
		{"Ana", []player.Name{"Аna"}, "Ana"}, // a Cyrillic А
		{player.Name(long), []player.Name{player.Name(long)}, player.Name(long[:22] + " 2")},
		// Cut at a space: none is left at the end.
		{"abcdefgh abcdefghijk m no", []player.Name{"abcdefgh abcdefghijk m no"}, "abcdefgh abcdefghijk m 2"},
		{
			player.Name(strings.Repeat("👍🏽", 24)), []player.Name{player.Name(strings.Repeat("👍🏽", 24))},
			player.Name(strings.Repeat("👍🏽", 22) + " 2"),
		},
	} {
		if got := player.Distinct(c.name, c.taken); got != c.want {
			t.Errorf("%q among %q is shown as %q, want %q", c.name, c.taken, got, c.want)
		}
	}
}

// A hundred of one name: the number grows, the name makes room for it.
func TestACrowdOfOneName(t *testing.T) {
	name := player.Name(strings.Repeat("x", 24))
	var crowd []player.Name
	for range 100 {
		crowd = append(crowd, player.Distinct(name, crowd))
	}
	if all := player.AllDistinct(slices.Repeat([]player.Name{name}, 100)); !slices.Equal(all, crowd) {
		t.Errorf("together they are shown as %q", all)
	}
	if last := crowd[99]; last != player.Name(strings.Repeat("x", 20)+" 100") {
		t.Errorf("the last is shown as %q", last)
	}
}

// In whatever order people come, all are shown apart, each by a name that could have been typed.
func TestDistinctNamesAreApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(nameGenerator(), 1, 12).Draw(t, "names")
		var shown []player.Name
		for _, name := range names {
			own := player.Distinct(name, shown)
			if again, err := player.ParseName(string(own)); err != nil || again != own {
				t.Fatalf("%q is shown as %q, which is read as %q, %v", name, own, again, err)
			}
			if slices.Contains(shown, own) || player.Distinct(own, shown) != own {
				t.Fatalf("%q is shown as %q among %q", name, own, shown)
			}
			shown = append(shown, own)
		}
		if all := player.AllDistinct(names); !slices.Equal(all, shown) {
			t.Fatalf("together %q are shown as %q, one after the other as %q", names, all, shown)
		}
	})
}

// nameGenerator draws names that are likely to be equal, or long, or of characters that hang together.
func nameGenerator() *rapid.Generator[player.Name] {
	parts := rapid.SampledFrom([]string{
		"a", "A", "ａ", "ß", "SS", " ", " 2", " 3", "2", "\u0301", "ǆ", "ﬁ", "Σ", "ς", "İ", "ı",
		"ע", "\u05b9", "ل", "\u200c", "\u200d", "\ufe0f", "👩", "🏽", "🇭", "+", "क", "\u094d", "\u0d4e", "ᄒ", "ᆫ", "\u1100",
		strings.Repeat("\u0d4e", 12), strings.Repeat("👩\u200d", 5) + "👩", strings.Repeat("z", 20),
	})
	return rapid.Custom(func(t *rapid.T) player.Name {
		text := strings.Join(rapid.SliceOfN(parts, 1, 24).Draw(t, "parts"), "")
		name, err := player.ParseName(text)
		if err != nil {
			t.Skip("no name")
		}
		return name
	})
}
