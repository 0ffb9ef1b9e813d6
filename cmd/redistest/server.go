package redistest

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/samedeal/samedeal/cmd/heldport"
)

// A Server is a redis-server process on 127.0.0.1. Its methods are for the test's goroutine, and fail
// the test when they fail.
type Server struct {
	t      testing.TB
	addr   string
	dir    string
	args   []string
	output bytes.Buffer // of the process that runs, readable once it has ended

	process *exec.Cmd     // nil when none runs
	ended   chan struct{} // closed when it has
}

// newServer makes a server ready to start, with settings as on redis-server's command line.
func newServer(t testing.TB, settings ...string) *Server {
	t.Helper()
	port := freePort(t)
	s := &Server{t: t, addr: net.JoinHostPort(heldport.Host, port), dir: t.TempDir()}
	s.args = append([]string{"--bind", heldport.Host, "--port", port, "--dir", s.dir, "--save", ""}, settings...)
	t.Cleanup(func() {
		if s.process != nil {
			s.Kill()
		}
	})
	return s
}

// start starts the process and waits until it answers.
func (s *Server) start() {
	s.t.Helper()
	if s.process != nil {
		s.t.Fatalf("redis-server on %s is already running", s.addr)
	}
	program, err := exec.LookPath("redis-server")
	if err != nil {
		s.t.Fatalf("this test needs redis-server; install the Debian package redis-server: %v", err)
	}
	s.output.Reset()
	process := exec.Command(program, s.args...)
	process.Stdout, process.Stderr = &s.output, &s.output
	if err := process.Start(); err != nil {
		s.t.Fatalf("starting redis-server: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		// How it ended is of no interest: it is killed.
		_ = process.Wait()
		close(ended)
	}()
	s.process, s.ended = process, ended
	s.awaitAnswer()
}

// Kill ends the process as kill -9 does, and waits for its end.
func (s *Server) Kill() {
	s.t.Helper()
	s.signal(syscall.SIGKILL)
	<-s.ended
	s.process = nil
}

// Stop pauses the process, and waits until it stands: its connections stay open and nothing is answered.
func (s *Server) Stop() {
	s.t.Helper()
	s.signal(syscall.SIGSTOP)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(s.process.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		s.t.Fatalf("redis-server on %s was to stop: status %v, %v", s.addr, status, err)
	}
}

// Continue lets a stopped process go on.
func (s *Server) Continue() {
	s.t.Helper()
	s.signal(syscall.SIGCONT)
}

func (s *Server) signal(signal os.Signal) {
	s.t.Helper()
	if s.process == nil {
		s.t.Fatalf("redis-server on %s is not running", s.addr)
	}
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatalf("redis-server on %s: %v: %v", s.addr, signal, err)
	}
}

func (s *Server) options() *redis.Options {
	return &redis.Options{
		Addr: s.addr, MaxRetries: -1, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}
