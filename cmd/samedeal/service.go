package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/cmd/embedded"
	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/gateway/api"
	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/redisplayer"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/analysis"
	"github.com/samedeal/samedeal/room/analysis/redisanalysis"
	"github.com/samedeal/samedeal/room/deals"
	"github.com/samedeal/samedeal/room/deals/redisdeals"
	"github.com/samedeal/samedeal/room/redislog"
	"github.com/samedeal/samedeal/web"
)

const (
	build         = "samedeal"
	embeddedTruth = "An acknowledged move is in the embedded store's journal: killing the process loses nothing; a power cut may lose the last second."
)

// service is the whole of samedeal, running.
type service struct {
	publicURL string
	// adminURL is where this machine reaches what is not for the public; empty if that is not served.
	adminURL string
	store    redis.UniversalClient
	// promise says what an acknowledgement means here.
	promise string
	// failed has the error of a listener that has stopped by itself.
	failed chan error

	servers []*http.Server
	gateway *gateway.Server
	metrics *prometheus.Registry
	// closers end what the service stands on, in their order, after the gateway.
	closers []func() error
}

// startService wires the service and starts it. It must be closed.
func startService(ctx context.Context, c serveCommand, log *zap.Logger) (*service, error) {
	return startLayered(ctx, c, log, layer{})
}

// startLayered is startService with a layer between the parts.
func startLayered(ctx context.Context, c serveCommand, log *zap.Logger, between layer) (_ *service, err error) {
	s := &service{failed: make(chan error, 2), metrics: prometheus.NewRegistry()}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.closeStores())
		}
	}()
	client, err := s.openStore(ctx, c, log)
	if err != nil {
		return nil, err
	}
	s.store = client
	between.onClient(client)
	players := redisplayer.New(client, c.RedisPrefix)
	competition, err := openCompetition(c, client, players, log, between)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() error { competition.dailies.Close(); return nil })
	analyst := analysis.New(analysis.Config{Store: redisanalysis.New(client, c.RedisPrefix), Log: log})
	s.closers = append(s.closers, func() error { analyst.Close(); return nil })
	hub, err := s.openRooms(ctx, c, client, log, competition, between)
	if err != nil {
		return nil, err
	}
	competition.hub.Store(hub)
	proxies, err := parseNetworks(c.Proxies)
	if err != nil {
		return nil, err
	}
	guests, err := openGuests(ctx, c, players)
	if err != nil {
		return nil, err
	}
	listener, err := listen("--listen", c.Listen)
	if err != nil {
		return nil, err
	}
	if s.publicURL = c.PublicURL; s.publicURL == "" {
		s.publicURL = localURL(listener.Addr())
	}
	s.gateway, err = gateway.New(gateway.Config{
		Rooms: between.onRooms(rooms{hub}), Guests: guests, Devices: player.NewDevices(guests, players),
		Friends: player.NewFriends(guests, players), Moderation: player.NewModeration(guests, players),
		Standing: player.NewStanding(players, time.Now),
		Boards:   competition.boards, Dailies: competition.dailies, Analyst: analyst,
		Removals:  []api.Removal{competition.forget},
		PublicURL: s.publicURL, Client: web.Dist(), Build: build, Log: log, Now: hub.Now, Proxies: proxies,
		Metrics: s.metrics,
		Limits: gateway.Limits{
			FramesPerSecond: c.FrameRate, FrameBurst: c.FrameBurst, PerAddress: c.PerAddress, Sockets: c.Sockets,
		},
		Ready: func(ctx context.Context) error { return client.Ping(ctx).Err() },
	})
	if err != nil {
		return nil, errors.Join(asSetting(c, err), listener.Close())
	}
	s.serve(listener, s.gateway.HTTP())
	if c.AdminListen != "" {
		admin, err := listen("--admin-listen", c.AdminListen)
		if err != nil {
			return nil, errors.Join(err, s.close(ctx))
		}
		s.adminURL = localURL(admin.Addr())
		s.serve(admin, s.gateway.AdminHTTP())
	}
	return s, nil
}

// asSetting names the setting that the gateway does not take by its flag.
func asSetting(c serveCommand, err error) error {
	var wrong *gateway.ConfigError
	if errors.As(err, &wrong) && wrong.Field == "PublicURL" {
		return usageError(fmt.Sprintf("--public-url is %q; want %s", c.PublicURL, wrong.Want))
	}
	return err
}

// listen listens at the address that a flag gives.
func listen(flag, address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s: another program listens on %s; stop it, or give another address", flag, address)
	case err != nil:
		return nil, fmt.Errorf("%s: %w; want an address of this machine such as 127.0.0.1:8080, or :8080 for all of them", flag, err)
	}
	return listener, nil
}

// localURL is where this machine reaches a listener.
func localURL(address net.Addr) string {
	if tcp, ok := address.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return "http://" + address.String()
}

// openStore opens the Redis that is given, or the embedded store.
func (s *service) openStore(ctx context.Context, c serveCommand, log *zap.Logger) (redis.UniversalClient, error) {
	if c.Redis == "" {
		store, err := embedded.Open(ctx, embedded.Config{Dir: c.Data, Logger: log})
		if err != nil {
			return nil, fmt.Errorf("opening the data in %s: %w", c.Data, withOtherFolder(err))
		}
		s.closers = append(s.closers, store.Close)
		s.promise = embeddedTruth
		return store.Client(), nil
	}
	client, err := openRedis(c.Redis)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, client.Close)
	if err := client.Ping(ctx).Err(); err != nil {
		return nil, fmt.Errorf("reaching Redis at %s: %w", redacted(c.Redis), err)
	}
	s.promise = redisPromise(ctx, client)
	return client, nil
}

// withOtherFolder says what to do where another process has the data.
func withOtherFolder(err error) error {
	if errors.Is(err, embedded.ErrInUse) {
		return fmt.Errorf("%w; stop it, or give another folder with --data", embedded.ErrInUse)
	}
	return err
}

func (s *service) openRooms(
	ctx context.Context, c serveCommand, client redis.UniversalClient, log *zap.Logger, k *competition, between layer,
) (*room.Hub, error) {
	logs, err := redislog.Open(ctx, redislog.Config{Client: client, Prefix: c.RedisPrefix})
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, logs.Close)
	panics := prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "samedeal", Subsystem: "room", Name: "panics_total", Help: "Panics that were caught in the rooms, by where.",
	}, []string{"where"})
	if err := s.metrics.Register(panics); err != nil {
		return nil, err
	}
	config := room.Config{
		Seats: logs.Seats, Events: logs.Events, Schedule: logs.Schedule, Presence: logs.Presence,
		Bell: logs.Bell, Directory: logs.Directory, Races: logs.Races, Results: k, Dailies: k,
		Names: names{redisplayer.New(client, c.RedisPrefix)}, Distinct: distinct, Random: rand.Reader, Log: log,
		Panicked: func(where string) { panics.WithLabelValues(where).Inc() },
	}
	if c.Stock > 0 {
		solved := redisdeals.New(client, c.RedisPrefix)
		stock := deals.New(deals.Config{Store: solved, Demand: solved, Log: log, Keep: c.Stock})
		s.closers = append(s.closers, func() error { stock.Close(); return nil })
		config.Deals = stock
	}
	hub := room.NewHub(between.onStores(config))
	s.closers = append(s.closers, func() error { hub.Close(); return nil })
	return hub, nil
}

func openGuests(ctx context.Context, c serveCommand, players *redisplayer.Store) (*player.Guests, error) {
	words, err := readNameWords(c.NameWords)
	if err != nil {
		return nil, err
	}
	signer, err := openSigner(ctx, c, players)
	if err != nil {
		return nil, err
	}
	return player.NewGuests(player.Config{
		Store: players, Accounts: players, Changes: players, Signer: signer, Words: words,
		Now: time.Now, Random: rand.Reader,
	}), nil
}

// openSigner signs with the key that is given, or with the one that is kept in the store.
func openSigner(ctx context.Context, c serveCommand, players *redisplayer.Store) (*player.Signer, error) {
	if c.Key != "" {
		signer, err := player.NewSigner([]byte(c.Key))
		if err != nil {
			return nil, usageError("--key: " + err.Error())
		}
		return signer, nil
	}
	return player.StoredSigner(ctx, players, rand.Reader)
}

// parseNetworks reads networks with commas between.
func parseNetworks(text string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, usageError(fmt.Sprintf("--proxies has %q; want networks such as 10.0.0.0/8,192.0.2.7/32", part))
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// readNameWords reads the words that are not to be in names; without a file there are none.
func readNameWords(name string) (*player.WordList, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	words, err := player.ReadWordList(file)
	if err != nil {
		return nil, fmt.Errorf("the word list %s: %w", name, err)
	}
	return words, nil
}

func (s *service) serve(listener net.Listener, server *http.Server) {
	s.servers = append(s.servers, server)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.failed <- fmt.Errorf("listening on %s: %w", listener.Addr(), err)
		}
	}()
}

// close tells the clients to connect again, and ends the service within the context's time.
func (s *service) close(ctx context.Context) error {
	var failed []error
	failed = append(failed, s.gateway.Shutdown(ctx))
	for _, server := range s.servers {
		if server.Shutdown(ctx) != nil {
			failed = append(failed, server.Close()) // on whoever still sends a request by then
		}
	}
	return errors.Join(append(failed, s.closeStores())...)
}

func (s *service) closeStores() error {
	var failed []error
	for len(s.closers) > 0 {
		last := len(s.closers) - 1
		failed = append(failed, s.closers[last]())
		s.closers = s.closers[:last]
	}
	return errors.Join(failed...)
}

// rooms is the hub as the gateway wants it.
type rooms struct{ *room.Hub }

func (r rooms) Open(v room.Visitor, c room.Conn) gateway.Session { return r.Hub.Open(v, c) }
