package main

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"connectrpc.com/connect"
)

// Who stops a command that takes long is not told that there is no service: it may have done some of what it was
// asked for. (Without the case of CodeCanceled in adminServer.explained.)
func TestAnAdminsCommandIsStopped(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	var said strings.Builder
	command := exec.Command("samedeal", "admin", "void", "2026-11-30", "--server", "http://"+silent.Addr().String())
	command.Stderr = &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	called, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = called.Close() }()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err == nil || !strings.HasPrefix(said.String(), "samedeal: stopped before the service answered") {
		t.Errorf("%v: %s", err, said.String())
	}
}

// A service that is there and slow is not said to be missing. (Without the case of CodeDeadlineExceeded in
// adminServer.explained.)
func TestAServiceThatIsSlowIsSaidToBe(t *testing.T) {
	t.Parallel()
	a := adminServer{Server: "http://127.0.0.1:9090"}
	err := a.explained(connect.NewError(connect.CodeDeadlineExceeded, os.ErrDeadlineExceeded))
	if want := "the service at http://127.0.0.1:9090 does not answer in time"; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v", err)
	}
}
