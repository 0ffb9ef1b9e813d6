package gateway

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/samedeal/samedeal/gateway/api"
)

// routes is what is served to clients, and what limits each of it.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	// Sockets: Limits.Sockets in all, and SocketsPerAddress, which are looked at before anything else is done.
	// Frames: Limits.FrameBytes, FramesPerSecond and QueueBytes a connection, FailedLookups an address.
	mux.Handle("/ws", s.sameOrigin(http.HandlerFunc(s.serveSocket)))
	// Limits.BodyBytes a call; NewGuests, NewRooms, NewAnalyses, FailedLookups and DeviceCodes an address.
	mux.Handle("/api/", s.sameOrigin(s.boundBody(http.StripPrefix("/api", api.New(s.apiConfig())))))
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /readyz", s.serveReady)
	// No limit: it is all in memory, compressed beforehand.
	mux.Handle("/", s.static)
	return s.catch(s.secure(mux))
}

func (s *Server) adminRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.config.Metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /readyz", s.serveReady)
	// Limits.BodyBytes a call.
	mux.Handle("/api/", s.noBrowser(http.StripPrefix("/api", api.NewAdmin(s.apiConfig()))))
	return s.catch(mux)
}

func (s *Server) apiConfig() api.Config {
	return api.Config{
		Rooms:       s.config.Rooms,
		Guests:      s.config.Guests,
		Devices:     s.config.Devices,
		Friends:     s.config.Friends,
		Boards:      s.config.Boards,
		Dailies:     s.config.Dailies,
		Analyst:     s.config.Analyst,
		Removals:    s.config.Removals,
		Moderation:  s.config.Moderation,
		Lookups:     s.lookups,
		CodeTries:   s.devices,
		NewGuests:   s.guests,
		NewRooms:    s.rooms,
		NewAnalyses: s.analyses,
		Address:     s.proxies.address,
		RoomLink:    func(code string) string { return s.public.JoinPath("r", code).String() },
		FriendLink:  func(code string) string { return s.public.JoinPath("friend", code).String() },
		BodyBytes:   s.config.Limits.BodyBytes,
		Time:        s.config.Times.Call,
		LongTime:    s.config.Times.Boards,
		Log:         s.config.Log,
		Called: func(procedure, code string) {
			s.metrics.calls.WithLabelValues(procedure, code).Inc()
		},
		Panicked: func(reason any) { s.panicked("call", reason) },
	}
}

// noBrowser turns away what a browser sends, so that no page, whatever name it calls this machine by, can
// do what is for whoever runs the service.
func (s *Server) noBrowser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get("Origin") != "" {
			s.refuse(w, refusedOrigin, http.StatusForbidden, "this is for samedeal admin and not for browsers: want a POST without an Origin")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// boundBody reads no body to its end that is far too large: of one that is a little too large the rest is
// read and dropped, so that its sender reads why.
func (s *Server) boundBody(next http.Handler) http.Handler {
	return http.MaxBytesHandler(next, 4*int64(s.config.Limits.BodyBytes))
}

// sameOrigin turns away what a browser sends on behalf of somebody else's page.
func (s *Server) sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.origins.allow(r) {
			s.refuse(w, refusedOrigin, http.StatusForbidden, "a page of another origin asks: want "+s.public.Scheme+"://"+s.public.Host)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// secure sets the headers that keep a browser from being made a tool. The policy is that of what is no
// page; static has its own.
func (s *Server) secure(next http.Handler) http.Handler {
	headers := map[string]string{
		"Content-Security-Policy":      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Referrer-Policy":              "no-referrer", // a room's link lets people in
		"X-Content-Type-Options":       "nosniff",
		"X-Frame-Options":              "DENY",
	}
	if s.public.Scheme == "https" {
		headers["Strict-Transport-Security"] = "max-age=31536000"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}

// catch keeps a panic to the request that it happens in.
func (s *Server) catch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if reason := recover(); reason != nil {
				s.panicked("request", reason)
				http.Error(w, "the server failed, and has logged why; try again", http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
