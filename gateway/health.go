package gateway

import (
	"context"
	"io"
	"net/http"

	"go.uber.org/zap"
)

// serveHealth says that the process serves; that it can do its work is another question.
func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	_, _ = io.WriteString(w, "alive\n") // nobody is left to be told of an error
}

// serveReady says whether new clients are to be sent here.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	if s.isClosing() {
		http.Error(w, "shutting down", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.config.Times.Ready)
	defer cancel()
	if err := s.config.Ready(ctx); err != nil {
		s.config.Log.Warn("not ready", zap.Error(err))
		http.Error(w, "not ready: the store does not answer", http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ready\n") // nobody is left to be told of an error
}
