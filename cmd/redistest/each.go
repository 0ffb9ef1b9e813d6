package redistest

import (
	"testing"

	"github.com/redis/go-redis/v9"
)

// Each runs a test on the embedded store, on a single server and on a cluster, as subtests named
// embedded, single and cluster. Each has a store of its own, which is empty.
func Each(t *testing.T, test func(t *testing.T, client redis.UniversalClient)) {
	t.Run("embedded", func(t *testing.T) { test(t, Embedded(t)) })
	t.Run("single", func(t *testing.T) { test(t, Single(t).Client()) })
	t.Run("cluster", func(t *testing.T) { test(t, Cluster(t)) })
}
