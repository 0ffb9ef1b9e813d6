package redistest

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

const (
	masters = 3
	slots   = 16384

	// In milliseconds: members wait as long as this before they take a cluster that they have just
	// found for whole, so it is short until then. A member that is slow must not be taken for dead
	// after that.
	settleTimeout  = "500"
	patientTimeout = "15000"
)

// Cluster starts three masters that share the slots, without replicas, and gives a client of them,
// closed when the test ends. Cluster clients follow redirections, and may send a command again by
// themselves when a connection breaks, whatever their settings.
func Cluster(t testing.TB) *redis.ClusterClient {
	t.Helper()
	servers := make([]*Server, masters)
	for i := range servers {
		servers[i] = newServer(t, "--appendonly", "yes", "--cluster-enabled", "yes", "--cluster-node-timeout", settleTimeout)
		servers[i].start()
	}
	join(t, servers)
	addrs := make([]string, masters)
	for i, s := range servers {
		s.awaitCluster()
		if err := s.Client().ConfigSet(t.Context(), "cluster-node-timeout", patientTimeout).Err(); err != nil {
			t.Fatalf("setting the timeout of %s: %v", s.addr, err)
		}
		addrs[i] = s.addr
	}
	c := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: addrs, MaxRetries: -1, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// join gives each server its share of the slots and lets the first meet the others.
func join(t testing.TB, servers []*Server) {
	t.Helper()
	ctx := t.Context()
	for i, s := range servers {
		c := s.Client()
		first, last := i*slots/len(servers), (i+1)*slots/len(servers)-1
		// The epochs must differ from the start, or the masters have to settle who is who first.
		if err := c.Do(ctx, "CLUSTER", "SET-CONFIG-EPOCH", i+1).Err(); err != nil {
			t.Fatalf("setting the epoch of %s: %v", s.addr, err)
		}
		if err := c.Do(ctx, "CLUSTER", "ADDSLOTSRANGE", first, last).Err(); err != nil {
			t.Fatalf("giving slots to %s: %v", s.addr, err)
		}
		host, port, err := net.SplitHostPort(s.addr)
		if err != nil {
			t.Fatal(err)
		}
		if err := servers[0].Client().ClusterMeet(ctx, host, port).Err(); err != nil {
			t.Fatalf("meeting %s: %v", s.addr, err)
		}
	}
}

// awaitCluster waits until the server knows all masters and all slots.
func (s *Server) awaitCluster() {
	s.t.Helper()
	c := redis.NewClient(s.options())
	defer c.Close() //nolint:errcheck // it has only asked
	s.await("finds the cluster whole", func(ctx context.Context) error {
		info, err := c.ClusterInfo(ctx).Result()
		if err != nil {
			return err
		}
		for _, want := range []string{"cluster_state:ok", fmt.Sprintf("cluster_known_nodes:%d", masters)} {
			if !strings.Contains(info, want) {
				return fmt.Errorf("it does not say %s", want)
			}
		}
		return nil
	})
}
