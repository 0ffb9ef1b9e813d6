package player

import (
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Distinct gives a name as it is shown among others: itself if none of those taken is equal to it,
// otherwise with the lowest number from 2 on that makes it so: Ana, Ana 2, Ana 3. A name that would
// become too long is cut to make room. Names are equal that differ only in capitals, in the width or
// style of letters, or in what cannot be seen. Letters of different scripts that look alike are not.
func Distinct(name Name, taken []Name) Name {
	keys := make(map[string]bool, len(taken))
	for _, other := range taken {
		keys[key(other)] = true
	}
	shown, _ := distinctFrom(name, 2, keys)
	return shown
}

// AllDistinct gives names as they are shown together: each as by Distinct, those before it being taken.
func AllDistinct(names []Name) []Name {
	keys := make(map[string]bool, len(names))
	next := map[Name]int{} // the first number that may be free
	shown := make([]Name, len(names))
	for i, name := range names {
		shown[i], next[name] = distinctFrom(name, max(2, next[name]), keys)
		keys[key(shown[i])] = true
	}
	return shown
}

// distinctFrom gives a name whose key is not taken, if need be with the lowest number from n on that makes it so,
// and the number after that.
func distinctFrom(name Name, n int, keys map[string]bool) (Name, int) {
	shown := name
	for ; keys[key(shown)]; n++ {
		shown = numbered(name, n)
	}
	return shown, n
}

// key is the same text for equal names.
func key(name Name) string {
	seen := strings.Map(func(r rune) rune {
		if isJoiner(r) || isSelector(r) {
			return -1
		}
		return r
	}, string(name))
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(seen)))
}

func numbered(name Name, n int) Name {
	number := " " + strconv.Itoa(n)
	return Name(cut(string(name), NameMost-len(number), NameMostBytes-len(number)) + number)
}

// cut gives as many whole characters from a name's start as fit, and no space or joiner at their end.
func cut(name string, characters, bytes int) string {
	end := 0
	for clusters := uniseg.NewGraphemes(name); characters > 0 && clusters.Next(); characters-- {
		_, to := clusters.Positions()
		if to > bytes {
			break
		}
		end = to
	}
	return strings.TrimRight(name[:end], " \u200c\u200d")
}
