package gateway

import (
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// acceptedCodings are the content codings that a client names, in lower case, and how it likes each: 0 is
// not at all.
type acceptedCodings map[string]float64

// acceptedCodingsOf reads Accept-Encoding.
func acceptedCodingsOf(header http.Header) acceptedCodings {
	accepted := acceptedCodings{}
	for element := range listed(header, "Accept-Encoding") {
		coding, parameter, _ := strings.Cut(element, ";")
		accepted[strings.ToLower(strings.TrimSpace(coding))] = qualityOf(parameter)
	}
	return accepted
}

// qualityOf reads a weight such as q=0.5. One that cannot be read is no consent.
func qualityOf(parameter string) float64 {
	name, value, given := strings.Cut(strings.TrimSpace(parameter), "=")
	if !given {
		return 1
	}
	q, err := strconv.ParseFloat(value, 64)
	if err != nil || !strings.EqualFold(name, "q") || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}

func (a acceptedCodings) quality(coding string) float64 {
	if q, named := a[coding]; named {
		return q
	}
	return a["*"]
}

// listed gives the elements of a header that is a list.
func listed(header http.Header, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range header.Values(name) {
			for element := range strings.SplitSeq(line, ",") {
				if !yield(strings.TrimSpace(element)) {
					return
				}
			}
		}
	}
}
