package redisplayer_test

import (
	"bytes"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

const (
	startWithin = 10 * time.Second
	askEvery    = 10 * time.Millisecond
)

// startRedis starts a real, empty Redis that ends with the test, and gives its address.
func startRedis(t *testing.T) string {
	t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatalf("these tests need a real Redis, and there is no redis-server on the PATH (Debian: apt-get install redis-server): %v", err)
	}
	address := freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	var output bytes.Buffer
	server := exec.Command(binary, "--bind", host, "--port", port, "--dir", t.TempDir(), "--save", "", "--appendonly", "no")
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = server.Wait() // a server that was killed has no status to look at
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill() // it may have ended by itself
		<-exited
	})
	client := connect(t, address)
	awaitRedis(t, client, exited, &output)
	wantProcess(t, client, server.Process.Pid)
	return address
}

// awaitRedis asks until the server answers. Its output is read only once it has ended.
func awaitRedis(t *testing.T, client redis.UniversalClient, exited <-chan struct{}, output *bytes.Buffer) {
	t.Helper()
	deadline := time.NewTimer(startWithin)
	defer deadline.Stop()
	again := time.NewTicker(askEvery)
	defer again.Stop()
	for {
		err := client.Ping(t.Context()).Err()
		if err == nil {
			return
		}
		select {
		case <-exited:
			t.Fatalf("redis-server ended at its start:\n%s", output)
		case <-deadline.C:
			t.Fatalf("redis-server does not answer within %v: %v", startWithin, err)
		case <-again.C:
		}
	}
}

// wantProcess makes sure that it is this server that answered: between finding a port free and
// listening on it, another process may have taken it, and its data are not ours to delete.
func wantProcess(t *testing.T, client redis.UniversalClient, pid int) {
	t.Helper()
	info, err := client.Info(t.Context(), "server").Result()
	if err != nil || !strings.Contains(info, fmt.Sprintf("\r\nprocess_id:%d\r\n", pid)) {
		t.Fatalf("another server than ours answers on its port: %v", err)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// connect gives a client that is closed with the test.
func connect(t *testing.T, address string) redis.UniversalClient {
	t.Helper()
	client := redis.NewClient(&redis.Options{
		Addr:                     address,
		DisableIdentity:          true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	})
	t.Cleanup(func() { _ = client.Close() })
	return client
}
