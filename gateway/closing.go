package gateway

import (
	"strings"
	"unicode/utf8"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// reasonMost is the longest reason that a WebSocket's close frame has room for, in bytes.
const reasonMost = 123

// closure is why the server closes a connection, as the client is told.
type closure struct {
	code samedealv1.Close
	text string
}

func (c *closure) Error() string { return c.code.String() + ": " + c.text }

// reason is the text of the close frame, which must be UTF-8 even where it repeats what a client sent.
func (c *closure) reason() string {
	text := strings.ToValidUTF8(c.text, "?")
	if text == "" {
		text = closeTexts[c.code]
	}
	if len(text) <= reasonMost {
		return text
	}
	end := reasonMost
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// closeTexts has a reason for each code, for a close that has none of its own.
var closeTexts = map[samedealv1.Close]string{
	samedealv1.Close_CLOSE_SHUTDOWN:        "the server is shutting down: connect again",
	samedealv1.Close_CLOSE_TOO_SLOW:        "the client read too slowly: connect again, and what was missed comes as it is now",
	samedealv1.Close_CLOSE_SILENT:          "nothing was heard from the client for too long: connect again",
	samedealv1.Close_CLOSE_TRY_AGAIN:       "the server failed: connect again",
	samedealv1.Close_CLOSE_NO_HELLO:        "no hello came in time: connect again",
	samedealv1.Close_CLOSE_BAD_FRAME:       "the frame is not one that a client sends",
	samedealv1.Close_CLOSE_FRAME_TOO_LARGE: "the frame is too large",
	samedealv1.Close_CLOSE_BAD_TOKEN:       "the token is not one that was given out here",
	samedealv1.Close_CLOSE_TOKEN_OVER:      "the token is not good any more",
	samedealv1.Close_CLOSE_TOO_OLD:         "the client is too old: get a newer one",
	samedealv1.Close_CLOSE_TAKEN_OVER:      "the player goes on in another tab or on another device",
	samedealv1.Close_CLOSE_FLOODED:         "far too many frames",
	samedealv1.Close_CLOSE_BAD_NAME:        "the name is not one that can be shown",
	samedealv1.Close_CLOSE_BANNED:          "the player is banned",
}

// How a connection ended that the server did not close.
const (
	endedByClient = "client" // by a close frame
	endedLost     = "lost"   // without one
	endedBroken   = "broken" // by something that is no WebSocket frame
)
