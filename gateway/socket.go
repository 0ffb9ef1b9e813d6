package gateway

import (
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/gorilla/websocket"
)

// Why a request is turned away at the door.
const (
	refusedClosing     = "closing"
	refusedOrigin      = "origin"
	refusedNoSocket    = "no_socket"
	refusedSubprotocol = "subprotocol"
	refusedHandshake   = "handshake"
	refusedAddress     = "address" // too many connections from it
	refusedFull        = "full"    // too many connections in all
	refusedWaiting     = "waiting" // a connection without a request made way for another
	refusedCrowd       = "crowd"   // so did a socket
)

func (s *Server) newUpgrader() *websocket.Upgrader {
	return &websocket.Upgrader{
		HandshakeTimeout: s.config.Times.Write,
		WriteBufferSize:  writeBuffer,
		WriteBufferPool:  new(sync.Pool),
		Subprotocols:     subprotocols(),
		// The route's guard has looked at it.
		CheckOrigin: func(*http.Request) bool { return true },
		Error: func(w http.ResponseWriter, _ *http.Request, status int, reason error) {
			w.Header().Set("Sec-Websocket-Version", "13")
			s.refuse(w, refusedHandshake, status, reason.Error())
		},
	}
}

// serveSocket makes a session of a request, which ends with that: the session runs on by itself, and
// what the HTTP server kept for the request is freed.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.isClosing():
		s.refuse(w, refusedClosing, http.StatusServiceUnavailable, "the server is shutting down: connect again")
		return
	case !websocket.IsWebSocketUpgrade(r):
		w.Header().Set("Upgrade", "websocket")
		s.refuse(w, refusedNoSocket, http.StatusUpgradeRequired, "this is for WebSockets: want an upgrade to one")
		return
	case !speaksOurs(r):
		s.refuse(w, refusedSubprotocol, http.StatusBadRequest,
			"no subprotocol that is spoken here: want Sec-WebSocket-Protocol: "+strings.Join(subprotocols(), " or "))
		return
	}
	address := s.proxies.address(r.RemoteAddr, r.Header)
	if refused := s.crowd.reserve(address); refused != nil {
		s.refuse(w, refused.why, refused.status, refused.text)
		return
	}
	h := &hijacker{ResponseWriter: w}
	conn, err := s.upgrader.Upgrade(h, r, nil)
	if err != nil {
		s.crowd.cancel(address)
		var answered websocket.HandshakeError
		if !errors.As(err, &answered) {
			s.metrics.refused.WithLabelValues(refusedHandshake).Inc() // the connection is gone
		}
		return
	}
	s.start(newSession(s, conn, h.wire, address))
}

func speaksOurs(r *http.Request) bool {
	for _, name := range websocket.Subprotocols(r) {
		if encodingOf(name) != nil {
			return true
		}
	}
	return false
}

// refuse turns a request away with a text that says what would be right.
func (s *Server) refuse(w http.ResponseWriter, why string, status int, text string) {
	s.metrics.refused.WithLabelValues(why).Inc()
	http.Error(w, text, status)
}
