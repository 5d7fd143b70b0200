//go:build unix

package main

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt checks that the first interrupt of a crawl prints that it is stopping, that one
// that follows immediately has no effect, and that the next one ends the crawl immediately,
// however slow its host is.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	asked, end := make(chan struct{}, 1), make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		<-end
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(func() { close(end) })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "crawl", "--quiet", "--data", t.TempDir()+"/data", "--allow-net", "127.0.0.1", srv.URL)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewScanner(stderr)
	for told.Scan() && !strings.HasPrefix(told.Text(), "Stopping: ") {
	}
	if told.Text() == "" {
		t.Errorf("the first interrupt says nothing: %v", told.Err())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for told.Scan() && !strings.HasPrefix(told.Text(), "Interrupt again") {
	}
	if told.Text() == "" {
		t.Errorf("two interrupts at once end the crawl: %v", told.Err())
	}
	_ = cmd.Process.Signal(os.Interrupt) // the exit status is checked
	_ = cmd.Wait()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("the second interrupt: %s", cmd.ProcessState)
	}
}

// TestHangUp checks that a crawl whose terminal is closed ends in an orderly way and says how it
// went, and that one under nohup goes on.
func TestHangUp(t *testing.T) {
	t.Parallel()
	heard := make(chan os.Signal, 1) // what is run gets the signal as usual, even if this runs under nohup
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	for _, nohup := range []bool{false, true} {
		asked, answer := make(chan struct{}), make(chan struct{})
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			asked <- struct{}{}
			<-answer
			_, _ = w.Write([]byte("<title>Web</title><p>Spiders weave."))
		}))
		t.Cleanup(srv.Close)
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		args := []string{self, "crawl", "--quiet", "--data", t.TempDir() + "/data", "--allow-net", "127.0.0.1", srv.URL}
		if nohup {
			args = append([]string{"nohup"}, args...)
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		out, end, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout, cmd.Stderr = end, end
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = end.Close()
		<-asked
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if nohup {
			close(answer)
		}
		var told []string
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if told = append(told, lines.Text()); !nohup && strings.HasPrefix(lines.Text(), "Stopping: ") {
				close(answer)
			}
		}
		err = cmd.Wait()
		if text := strings.Join(told, "\n"); strings.Contains(text, "Stopping: ") == nohup || !strings.Contains(text, "Verdict: ") {
			t.Errorf("nohup %t: %v\n%s", nohup, err, text)
		}
	}
}

// TestNewFolderServesAndIsWatched checks that serve creates a new folder and prints how to begin,
// and that an interrupted status --watch ends normally without output.
func TestNewFolderServesAndIsWatched(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir() + "/data"
	// begin starts a command and waits for the first line of its output.
	begin := func(args ...string) (cmd *exec.Cmd, line string, said *strings.Builder) {
		cmd, said = exec.CommandContext(t.Context(), self, append(args, "--data", data)...), new(strings.Builder)
		cmd.Env, cmd.Stderr = append(os.Environ(), asCommand+"=1"), said
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err = bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		return cmd, line, said
	}
	serve, line, told := begin("serve", "--listen", "127.0.0.1:0")
	if !strings.Contains(line, "search page is at") {
		t.Errorf("serve prints %q", line)
	}
	watch, line, said := begin("status", "--watch", "--json")
	if !strings.HasPrefix(line, `{"version":`) {
		t.Errorf("status prints %q", line)
	}
	for _, cmd := range []*exec.Cmd{watch, serve} {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	if said.Len() > 0 {
		t.Errorf("status --watch ends with %q", said)
	}
	if !strings.Contains(told.String(), "crawl a site: aranea crawl --data "+data) {
		t.Errorf("serve in a new folder says %q", told)
	}
}
