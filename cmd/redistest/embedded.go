package redistest

import (
	"testing"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap/zaptest"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// Embedded gives the client of an embedded store that keeps its journal in a folder of the test's.
func Embedded(t testing.TB) *redis.Client {
	t.Helper()
	store, err := embedded.Open(t.Context(), embedded.Config{
		Dir: t.TempDir(), Logger: zaptest.NewLogger(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store.Client()
}
