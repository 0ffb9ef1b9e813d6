package room

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Config is what a Hub is made of. All but the times must be given, unless it is said what is without it.
type Config struct {
	Seats     SeatStore
	Events    EventStore
	Schedule  Schedule
	Presence  Presence
	Bell      Bell
	Directory Directory
	Races     Races
	// Results is told of each seat's end; nobody is if nil.
	Results Results
	// Deals is where deals come from that can be won; any deal is drawn if nil.
	Deals Deals
	// Dailies says who may look into a daily challenge's room before its day is over; only its own player
	// may if nil.
	Dailies Dailies
	// Names is what players are called whom this node has not met; nobody knows if nil.
	Names Names
	// Distinct gives names, in their order, and of equal ones all but the first a number.
	Distinct func(names []string) []string
	Random   io.Reader
	Log      *zap.Logger
	// Retention is how long a finished room can be read: 30 days if 0.
	Retention time.Duration
	// RereadEvery is how often a room reads its logs although no bell has rung: every 5 s if 0.
	RereadEvery time.Duration
	// Rest is how long a room that panics again and again is left alone: 30 s if 0.
	Rest time.Duration
	// Panicked is told of each panic that was caught, in a room, a seat, a worker or the loading of a room;
	// nobody is if nil. It is called from any goroutine.
	Panicked func(where string)
}

const (
	defaultRetention   = 30 * 24 * time.Hour
	defaultRereadEvery = 5 * time.Second
	// unfinished is how long a room is kept that does not come to an end.
	unfinished = 24 * time.Hour
	// storeTime bounds one thing that a room does with its store.
	storeTime = 5 * time.Second
	// retryPause is how long an unanswered write waits before it is sent again.
	retryPause = 50 * time.Millisecond
)

// Hub hosts rooms on this node: those that somebody connected here is in. Each room and each seat
// played here has a goroutine of its own; a room that fails takes no other with it.
type Hub struct {
	config Config
	// name tells this node from others that ring the bell.
	name string
	ring chan Code

	// work ends with all that the hub has started.
	work    context.Context
	stop    context.CancelFunc
	workers sync.WaitGroup

	// time is the store's clock as the sweeper read it last.
	time atomic.Pointer[clock]

	mu    sync.Mutex
	rooms map[Code]*hosted
	// resting are rooms that were given up, and until when.
	resting map[Code]time.Time
}

// Now is the time by the store's clock, by which races start; until it has been read for the first time,
// this machine's.
func (h *Hub) Now() time.Time {
	if c := h.time.Load(); c != nil {
		return c.now()
	}
	return time.Now()
}

// NewHub starts a hub. It must be closed.
func NewHub(config Config) *Hub {
	config.Retention = cmp.Or(config.Retention, defaultRetention)
	config.RereadEvery = cmp.Or(config.RereadEvery, defaultRereadEvery)
	config.Rest = cmp.Or(config.Rest, defaultRest)
	work, stop := context.WithCancel(context.Background())
	h := &Hub{
		config: config, name: rand.Text(), ring: make(chan Code, 1024), work: work, stop: stop,
		rooms: map[Code]*hosted{}, resting: map[Code]time.Time{},
	}
	h.start(h.ringBells)
	h.start(h.hearBells)
	h.start(h.keepPresence)
	h.start(h.sweep)
	return h
}

// Close stops all that the hub does and waits for it. Connections are the gateway's to close.
func (h *Hub) Close() {
	h.stop()
	h.workers.Wait()
}

// start has a worker work until the hub is closed. One that fails begins again.
func (h *Hub) start(worker func(context.Context)) {
	once := func() (err error) {
		defer h.caught("worker", h.config.Log, &err)
		worker(h.work)
		return nil
	}
	h.workers.Go(func() {
		for h.work.Err() == nil {
			_ = once() // it is logged
			pause(h.work)
		}
	})
}

// nonce gives a random number, which no other claim has.
func nonce() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return binary.BigEndian.Uint64(b[:])
}

func pause(ctx context.Context) {
	timer := time.NewTimer(retryPause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Open begins a session of a visitor on a connection.
func (h *Hub) Open(v Visitor, c Conn) *Session {
	return &Session{hub: h, visitor: v, conn: c, rooms: map[Code]*hosted{}}
}

// Create makes a room whose owner is the visitor. Asked again with the same request, it gives the room
// that was made for it. It fails with a *Fault on options that are wrong.
func (h *Hub) Create(ctx context.Context, v Visitor, request string, o *samedealv1.RoomOptions) (Code, error) {
	options, err := CheckOptions(o)
	if err != nil {
		return "", err
	}
	deal, err := h.draw(ctx, options)
	if err != nil {
		return "", err
	}
	// The room comes first, so that a request is only ever noted with a room that is there. One that was
	// made in vain stays empty and is swept.
	code, err := h.createNew(ctx, NewRoom(options, v.Player, deal))
	if err != nil {
		return "", err
	}
	code, err = h.config.Directory.Once(ctx, v.Player, request, code)
	if err != nil {
		return "", fmt.Errorf("noting the request: %w", err)
	}
	return code, h.list(ctx, code, options)
}

// list puts a new room among the listed ones, if its options say so.
func (h *Hub) list(ctx context.Context, code Code, options *samedealv1.RoomOptions) error {
	if !options.GetListed() {
		return nil
	}
	now, err := h.config.Events.Now(ctx, code)
	if err == nil {
		err = h.config.Directory.List(ctx, code, now.Add(unfinished))
	}
	if err != nil {
		return fmt.Errorf("listing room %s: %w", code, err)
	}
	return nil
}

// createNew creates a room under a code that no other has: a store that has forgotten may give one out
// again.
func (h *Hub) createNew(ctx context.Context, created *samedealv1.Created) (Code, error) {
	for {
		code, err := h.config.Directory.NewCode(ctx)
		if err != nil {
			return "", fmt.Errorf("taking a room code: %w", err)
		}
		if err := h.create(ctx, code, created); !errors.Is(err, ErrNotAbove) {
			return code, err
		}
	}
}

// create begins the log of a room. It fails with ErrNotAbove if there is one.
func (h *Hub) create(ctx context.Context, code Code, created *samedealv1.Created) error {
	now, err := h.config.Events.Now(ctx, code)
	if err != nil {
		return fmt.Errorf("reading the clock: %w", err)
	}
	// The schedule knows the room before it has a key, so that none is ever forgotten.
	if err := h.config.Schedule.Set(ctx, code, now.Add(absence)); err != nil {
		return fmt.Errorf("scheduling the room: %w", err)
	}
	event, err := marshalEvent(now, &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Created{Created: created}})
	if err != nil {
		return err
	}
	if err := h.config.Events.AppendEvent(ctx, code, 1, event, nil, now.Add(unfinished)); err != nil {
		return fmt.Errorf("creating room %s: %w", code, err)
	}
	return nil
}
