package embedded

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
	"go.uber.org/zap"
)

// A Config says where a store keeps its data. The zero Config keeps none.
type Config struct {
	// Dir is the data folder, made if missing, for its owner alone. If empty, the data is in memory
	// and gone with the store.
	Dir string
	// Logger is told what was lost to a crash and when the journal fails; nil for nobody.
	Logger *zap.Logger
	// Now is the wall clock by which keys expire and TIME answers, to the millisecond; nil for
	// time.Now. While it goes back the store's clock stands still.
	Now func() time.Time
}

// A Store is a Redis in the process. Open makes one; it is for use by many goroutines.
type Store struct {
	logger *zap.Logger
	now    func() time.Time
	addr   string
	client *redis.Client
	lock   *os.File // nil without a folder

	stop    chan struct{}
	stopped sync.WaitGroup

	// mu is held while a command runs and is kept, and guards what follows.
	mu      sync.Mutex
	db      *database
	journal *journal // nil without a folder
	scripts scripts
	fault   error // why the journal must be written anew before anything else
	closed  bool
}

// Open starts a store on the folder, with the data that is kept there. The error says that another
// process has the folder ([ErrInUse]), that the journal is of another version ([VersionError]) or
// damaged before its end ([DamageError]), that it does not play ([ReplayError]), or comes from the
// system. A damaged end, as a crash leaves it, is cut off and the logger warned.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	s := &Store{logger: cfg.Logger, now: cfg.Now, scripts: scripts{}, stop: make(chan struct{})}
	if s.logger == nil {
		s.logger = zap.NewNop()
	}
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.open(ctx, cfg.Dir); err != nil {
		return nil, errors.Join(err, s.release())
	}
	ticker := time.NewTicker(upkeepEvery)
	s.stopped.Go(func() {
		defer ticker.Stop()
		s.keepUp(ticker.C)
	})
	return s, nil
}

func (s *Store) open(ctx context.Context, dir string) (err error) {
	password := rand.Text()
	if s.db, err = startDatabase(password, dir != ""); err != nil {
		return err
	}
	s.addr = s.db.redis.Addr()
	if dir != "" {
		if err := s.openFolder(dir); err != nil {
			return err
		}
	}
	s.db.advance(s.now().UnixMilli(), true)
	s.client = redis.NewClient(s.options(password))
	s.client.AddHook(hook{s})
	return s.client.Ping(ctx).Err()
}

func (s *Store) options(password string) *redis.Options {
	return &redis.Options{
		Addr:            s.addr,
		Password:        password,
		DisableIdentity: true,
		MaxRetries:      -1,
		// The server is in the process: it answers, or the process is gone.
		ReadTimeout:  -1,
		WriteTimeout: -1,
		// Readers that wait hold a connection each, and must leave some for those who write.
		PoolSize:                 256,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}

func (s *Store) openFolder(dir string) (err error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return err
	}
	if s.lock, err = lockFile(filepath.Join(dir, lockName)); err != nil {
		return &JournalError{Path: filepath.Join(dir, journalName), Err: err}
	}
	s.journal = &journal{path: filepath.Join(dir, journalName)}
	if err := s.load(); err != nil {
		return &JournalError{Path: s.journal.path, Err: err}
	}
	return nil
}

// load plays the journal, and writes it anew without what has expired.
func (s *Store) load() error {
	data, err := readFile(s.journal.path)
	if err != nil {
		return err
	}
	if data != nil {
		good, err := readJournal(data, s.db.play)
		if err != nil {
			return err
		}
		if cut := int64(len(data)) - good; cut > 0 {
			s.logger.Warn("the journal's end was damaged and has been cut off",
				zap.String("path", s.journal.path), zap.Int64("offset", good), zap.Int64("bytes", cut))
		}
	}
	if err := s.db.moveTo(s.now().UnixMilli()); err != nil {
		return err
	}
	// As after the restart of a server, no script is loaded.
	s.db.do(command{"SCRIPT", "FLUSH"})
	return s.compact()
}

// Client is the client of the store, which all share. Every command must go through it or through
// what it gives: Conn, Pipeline, TxPipeline, Watch, Subscribe. It is the store's to close.
func (s *Store) Client() *redis.Client { return s.client }

// Addr is where the store listens, on 127.0.0.1. Nobody but its own client has the password.
func (s *Store) Addr() string { return s.addr }

// usable gives the reason for which no command may run, if there is one.
func (s *Store) usable() error {
	switch {
	case s.closed:
		return ErrClosed
	case s.fault != nil:
		return &StoppedError{Err: s.fault}
	default:
		return nil
	}
}

// Close ends the store: it waits for the command that is running, refuses those that come, and puts
// the journal on the disk. Closing again does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	close(s.stop)
	s.stopped.Wait()
	return s.release()
}

// release gives up what the store holds.
func (s *Store) release() error {
	var errs []error
	if s.client != nil {
		errs = append(errs, s.client.Close())
	}
	if s.db != nil {
		s.db.redis.Close()
	}
	if s.journal != nil && s.journal.file != nil {
		errs = append(errs, s.journal.file.Sync(), s.journal.file.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}
