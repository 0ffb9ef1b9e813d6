package daily

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Minutes is how long an attempt lasts at most.
const Minutes = 60

// Config is what a Challenges is made of. Store, Boards, Rooms, Now and Log must be given.
type Config struct {
	// Secret is what deals are drawn by, SecretBytes or more; without one, a secret is made and kept in the
	// store. Who has it knows the deals of all days to come. After a change of it, or of the variants, the days
	// that are prepared stay as they are.
	Secret []byte
	// Variants are those of each day's challenges, in the order in which they are shown: TF1-D1N, FC1-C4 and
	// KL1-D3N if nil. If there are none but it is not nil, days have no challenges.
	Variants []*engine.Variant
	Store    Store
	Boards   Boards
	Rooms    Rooms
	// Now is the service's clock, by which days begin and end.
	Now func() time.Time
	Log *zap.Logger
	// Ticks has the worker look whether today's and tomorrow's deals are there: each minute if nil. It looks at
	// the start anyway.
	Ticks <-chan time.Time
}

// Boards is what is needed of *leaderboard.Boards.
type Boards interface {
	Part(ctx context.Context, q leaderboard.Query) (*samedealv1.GetBoardResponse, error)
	SubmitTotal(ctx context.Context, b leaderboard.Board, player leaderboard.Player, total *samedealv1.StoredTotal) error
	Void(ctx context.Context, b leaderboard.Board) (leaderboard.Voiding, error)
}

var _ Boards = (*leaderboard.Boards)(nil)

// Rooms opens the rooms that attempts and practice are played in.
type Rooms interface {
	// NewCode gives a room's code that no other has.
	NewCode(ctx context.Context) (string, error)
	// Arrange opens a room of that code, in which the race of the one player starts by itself. A room of that
	// code that is there already is left as it is.
	Arrange(ctx context.Context, code string, a Arranged) error
}

// Arranged is how a room is to be.
type Arranged struct {
	// Deal is sealed with the salt.
	Deal    engine.Code
	Salt    []byte
	Minutes uint32
	Ranking samedealv1.Ranking
	Player  leaderboard.Player
	Name    string
	Daily   *samedealv1.DailyRoom
}

// defaultVariants are the challenges of a day unless others are configured.
var defaultVariants = []string{"TF1-D1N", "FC1-C4", "KL1-D3N"}

// Challenges is the daily challenge on this node. It may be used from any number of goroutines.
type Challenges struct {
	config   Config
	variants []string

	// turn is held by whoever draws a deal: one at a time does on this node.
	turn chan struct{}

	mu     sync.Mutex
	secret []byte // nil until it is known

	stop   context.CancelFunc
	worker sync.WaitGroup
}

// New gives the daily challenge, and starts the worker that prepares its deals. It must be closed. The error says
// what is wrong with the configuration.
func New(config Config) (*Challenges, error) {
	if n := len(config.Secret); n > 0 && n < SecretBytes {
		return nil, fmt.Errorf("the secret of the daily challenge has %d bytes; want %d or more", n, SecretBytes)
	}
	c := &Challenges{config: config, secret: config.Secret, turn: make(chan struct{}, 1)}
	if config.Variants == nil {
		c.variants = defaultVariants
	}
	for _, v := range config.Variants {
		switch {
		case !solve.CanSolve(v):
			return nil, fmt.Errorf("variant %s cannot be a daily challenge: its deals cannot be solved", v)
		case slices.Contains(c.variants, v.String()):
			return nil, fmt.Errorf("variant %s is twice among the daily challenges", v)
		}
		c.variants = append(c.variants, v.String())
	}
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.worker.Go(func() { c.work(ctx) })
	return c, nil
}

// Close ends the worker and waits for it.
func (c *Challenges) Close() {
	c.stop()
	c.worker.Wait()
}

// now is the service's time in whole milliseconds, rounded down, as instants are kept.
func (c *Challenges) now() time.Time { return c.config.Now().UTC().Truncate(time.Millisecond) }

// key gives the secret that deals are drawn by.
func (c *Challenges) key(ctx context.Context) ([]byte, error) {
	c.mu.Lock()
	known := c.secret
	c.mu.Unlock()
	if known != nil {
		return known, nil
	}
	fresh := make([]byte, SecretBytes)
	_, _ = rand.Read(fresh) // it does not fail
	kept, err := c.config.Store.Secret(ctx, fresh)
	if err != nil {
		return nil, fmt.Errorf("getting the secret of the daily challenge: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.secret = kept
	return kept, nil
}

// parseDate reads a date; an empty text is today's. The error is a *FieldError.
func parseDate(text string, today leaderboard.Date) (leaderboard.Date, error) {
	if text == "" {
		return today, nil
	}
	date, err := leaderboard.ParseDate(text)
	if err != nil {
		return date, &FieldError{Field: "date", Got: text, Want: "a date such as " + today.String()}
	}
	return date, nil
}

// parse reads a challenge; without a date it is one of today's. The error is a *FieldError.
func parse(date, variant string, today leaderboard.Date) (Challenge, *engine.Variant, error) {
	d, err := parseDate(date, today)
	if err != nil {
		return Challenge{}, nil, err
	}
	v, err := engine.ParseVariant(variant)
	if err != nil {
		return Challenge{}, nil, &FieldError{Field: "variant", Got: variant, Want: "one such as KL1-D3N: " + err.Error()}
	}
	return Challenge{Date: d, Variant: v.String()}, v, nil
}

// isOver reports whether a day is over.
func isOver(date leaderboard.Date, now time.Time) bool { return !now.Before(date.End()) }
