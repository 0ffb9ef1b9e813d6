// Package analysistest is the suite that every store of analyses must pass: Run holds an implementation to what
// analysis.Store promises. Memory is such a store, for tests of what stands on one.
package analysistest

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room/analysis"
)

// Run runs the suite, each part of it on a store of its own that is empty.
func Run(t *testing.T, open func(t *testing.T) analysis.Store) {
	for _, p := range []struct {
		name string
		test func(t *testing.T, s analysis.Store)
	}{
		{"what is put is got", putAndGet},
		{"what is put again replaces it", replaced},
		{"a cancelled call says so", cancelled},
	} {
		t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
	}
}

func found(last uint32) *samedealv1.AnalyseSeatResponse {
	return &samedealv1.AnalyseSeatResponse{
		Done: true, Progress: 1000, Start: samedealv1.Winnable_WINNABLE_YES, End: samedealv1.Winnable_WINNABLE_NO,
		LastWinnable: &last, Line: []*samedealv1.ReplayStep{{Word: "3h"}, {Word: "n"}},
	}
}

func put(t *testing.T, s analysis.Store, key string, last uint32, until time.Time) {
	t.Helper()
	if err := s.Put(t.Context(), key, found(last), until); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, s analysis.Store, key string, want *samedealv1.AnalyseSeatResponse) {
	t.Helper()
	if got, err := s.Get(t.Context(), key); err != nil || !proto.Equal(got, want) {
		t.Errorf("under %s there is %v, %v; want %v", key, got, err, want)
	}
}

func soon() time.Time { return time.Now().Add(time.Hour) }

func putAndGet(t *testing.T, s analysis.Store) {
	want(t, s, "one", nil)
	put(t, s, "one", 0, soon())
	put(t, s, "other", 7, soon())
	want(t, s, "one", found(0))
	want(t, s, "other", found(7))
	want(t, s, "third", nil)
}

func replaced(t *testing.T, s analysis.Store) {
	put(t, s, "one", 3, soon())
	put(t, s, "one", 4, soon())
	want(t, s, "one", found(4))
}

func cancelled(t *testing.T, s analysis.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Get(ctx, "one")
	for _, err := range []error{err, s.Put(ctx, "one", found(1), soon())} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want that of the context", err)
		}
	}
}

// Memory is a Store that lasts as long as a test, by the clock of the process, and that can be made to fail.
type Memory struct {
	mu    sync.Mutex
	err   error
	kept  map[string]*samedealv1.AnalyseSeatResponse
	until map[string]time.Time
	puts  int
}

// NewMemory gives an empty store.
func NewMemory() *Memory {
	return &Memory{kept: map[string]*samedealv1.AnalyseSeatResponse{}, until: map[string]time.Time{}}
}

// Fail has every call fail with this error from now on, or with nil none.
func (m *Memory) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = err
}

// Puts says how often something was put in.
func (m *Memory) Puts() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.puts
}

// Get implements analysis.Store.
func (m *Memory) Get(ctx context.Context, key string) (*samedealv1.AnalyseSeatResponse, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := cmp.Or(ctx.Err(), m.err); err != nil || m.kept[key] == nil || !time.Now().Before(m.until[key]) {
		return nil, err
	}
	return proto.CloneOf(m.kept[key]), nil
}

// Put implements analysis.Store.
func (m *Memory) Put(ctx context.Context, key string, found *samedealv1.AnalyseSeatResponse, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := cmp.Or(ctx.Err(), m.err); err != nil {
		return err
	}
	m.kept[key], m.until[key] = proto.CloneOf(found), until
	m.puts++
	return nil
}
