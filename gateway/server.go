package gateway

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"sync"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// writeBuffer is the size of the buffers that frames are written from, in bytes. Connections share
// them: one is in use only while its frame is written.
const writeBuffer = 4096

// bufferMost is the largest buffer that is kept for other frames, in bytes.
const bufferMost = 32 << 10

// Server is the edge of one node. It may be used from any number of goroutines.
type Server struct {
	config   Config
	public   *url.URL
	origins  origins
	proxies  proxies
	lookups  *lookups
	devices  *quota[netip.Prefix] // tries of codes for another device, and of invitations
	guests   *quota[netip.Prefix] // new ones
	rooms    playerQuota          // new ones
	analyses playerQuota          // new ones
	door     *door
	crowd    *crowd
	metrics  *metrics
	static   *static
	upgrader *websocket.Upgrader
	handler  http.Handler
	admin    http.Handler
	buffers  sync.Pool // of *[]byte

	// ctx ends with all sessions.
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	// stopWatching ends the watch over who may not be in any more, and watched is closed when it has ended.
	stopWatching context.CancelFunc
	watched      chan struct{}

	mu       sync.Mutex
	closing  bool
	sessions map[*session]struct{}
	players  map[player.ID][]*session // those who were let in
}

// New makes a server, and reads Config.Client. It must be shut down. The error is a *ConfigError, or that of the metrics registry
// or of the client's files.
func New(config Config) (*Server, error) {
	config, public, err := config.complete()
	if err != nil {
		return nil, err
	}
	static, err := newStatic(config.Client, public)
	if err != nil {
		return nil, fmt.Errorf("read the browser client's files: %w", err)
	}
	m, err := newMetrics(config.Metrics)
	if err != nil {
		return nil, fmt.Errorf("register the gateway's metrics: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{
		config: config, public: public, origins: originsOf(public), proxies: config.Proxies, metrics: m,
		static:   static,
		lookups:  newLookups(config.Limits.FailedLookups, config.Limits.Addresses),
		devices:  newQuota[netip.Prefix](config.Limits.DeviceCodes, config.Limits.Addresses),
		guests:   newQuota[netip.Prefix](config.Limits.NewGuests, config.Limits.Addresses),
		rooms:    newPlayerQuota(config.Limits.NewRooms, roomsOfPlayer, config.Limits.Addresses),
		analyses: newPlayerQuota(config.Limits.NewAnalyses, analysesOfPlayer, config.Limits.Addresses),
		crowd:    newCrowd(config.Limits),
		ctx:      ctx,
		cancel:   cancel,
		watched:  make(chan struct{}),
		sessions: map[*session]struct{}{},
		players:  map[player.ID][]*session{},
	}
	s.door = newDoor(config.Limits, config.Proxies, func(why string) { m.refused.WithLabelValues(why).Inc() })
	s.upgrader = s.newUpgrader()
	s.handler = s.routes()
	s.admin = s.adminRoutes()
	s.watch()
	return s, nil
}

// Handler serves all that clients ask for.
func (s *Server) Handler() http.Handler { return s.handler }

// Admin serves what is for whoever runs the service: /metrics, /healthz, /readyz and the AdminService
// under /api/. It is for an address that clients do not reach.
func (s *Server) Admin() http.Handler { return s.admin }

// Shutdown lets nobody in any more, closes every connection with CLOSE_SHUTDOWN and waits for all of
// them; when the context is done, it drops those that are left and gives the context's error. HTTP calls
// under way are left to the http.Server, which is to be shut down too.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closing = true
	for c := range s.sessions {
		c.Close(samedealv1.Close_CLOSE_SHUTDOWN)
	}
	s.mu.Unlock()
	defer s.cancel()
	s.stopWatching()
	<-s.watched

	all := make(chan struct{})
	go func() {
		s.running.Wait()
		close(all)
	}()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
	}
	s.dropAll()
	return fmt.Errorf("connections were dropped: %w", ctx.Err())
}

// dropAll shuts the connections that are left.
func (s *Server) dropAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sessions {
		_ = c.wire.Close() // its goroutines find out
	}
}

func (s *Server) isClosing() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closing
}

// start runs a session, unless the server is shutting down.
func (s *Server) start(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crowd.join(c)
	if s.closing {
		s.crowd.leave(c)
		c.writeClose(&closure{code: samedealv1.Close_CLOSE_SHUTDOWN})
		_ = c.wire.Close() // it was open for no time at all
		return
	}
	s.sessions[c] = struct{}{}
	s.metrics.connections.Inc()
	s.running.Go(func() {
		defer s.forget(c)
		c.run()
	})
}

func (s *Server) forget(c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, c)
	s.forgetPlayer(c)
	s.crowd.leave(c)
	s.metrics.connections.Dec()
}

// panicked notes a panic that was caught, with the stack it happened on.
func (s *Server) panicked(where string, reason any) {
	s.metrics.panics.WithLabelValues(where).Inc()
	s.config.Log.Error("panic", zap.String("where", where), zap.Any("reason", reason), zap.Stack("stack"))
}

// buffer gives a buffer of at least one byte more than the largest frame from a client. It is to be put
// back.
func (s *Server) buffer() *[]byte {
	if buffer, ok := s.buffers.Get().(*[]byte); ok {
		return buffer
	}
	buffer := make([]byte, s.config.Limits.FrameBytes+1)
	return &buffer
}
