package leaderboard

import "strconv"

// quoteMost is how many bytes of a foreign text an error repeats.
const quoteMost = 40

// quote gives a foreign text for an error: in quotes, control characters escaped, a long one cut.
func quote(text string) string {
	if len(text) > quoteMost {
		return strconv.QuoteToASCII(text[:quoteMost]) + "..."
	}
	return strconv.QuoteToASCII(text)
}
