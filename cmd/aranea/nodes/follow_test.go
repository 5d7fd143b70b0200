package nodes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/cluster/roster"
)

// noted are the files that were taken.
type noted []string

func (n *noted) take(r *roster.Roster) { *n = append(*n, fmt.Sprint(r.Nodes, r.Standbys, len(r.Key))) }

// A journal is what was logged. It is safe for concurrent use.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

// rest returns what was logged since the last call.
func (j *journal) rest() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer j.text.Reset()
	return j.text.String()
}

// TestFollow: a file with other addresses, standbys or keys is taken and told, by all that go by it; one with a
// fault, or with other partitions, changes nothing and is told once. Where the process listens stays.
func TestFollow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "cluster.toml")
		write := func(key, nodes, rest string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(fmt.Sprintf("key = %q\nnodes = [%s]\n%s", key, nodes, rest)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(key, `"http://a:1", "http://b:1"`, "")
		r, _, err := roster.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		f := newFollower(path, r)
		f.listensAt(":1", func(r *roster.Roster) (string, error) { return r.Listen(1) })
		var taken noted
		f.add(&taken)
		c := dialOne(&r, 2, asNode, nil)
		f.add(taking{c})
		ctx, end := context.WithCancelCause(t.Context())
		var log journal
		done := make(chan error, 1)
		go func() { done <- f.run(ctx, slog.New(slog.NewTextHandler(&log, nil))) }()
		// look waits for some looks, and checks what was taken and what the log has, so often, since the last time.
		look := func(what, want string, lines ...string) {
			t.Helper()
			time.Sleep(5 * followInterval)
			synctest.Wait()
			if got := strings.Join(taken, "; "); got != want {
				t.Errorf("%s: took %q, want %q", what, got, want)
			}
			got := log.rest()
			for _, line := range lines {
				if strings.Count(got, line) != 1 {
					t.Errorf("%s: not once %q in:\n%s", what, line, got)
				}
			}
			if n := strings.Count(got, "\n"); n != len(lines) {
				t.Errorf("%s: %d lines, want %d:\n%s", what, n, len(lines), got)
			}
			taken = nil
		}
		look("at first", "[http://a:1 http://b:1] map[] 32")
		write(key, `"http://a:1", "http://b:22"`, "")
		look("another address", "[http://a:1 http://b:22] map[] 32", "was read", `address=http://b:22 before=http://b:1`)
		write(key+"more", `"http://a:1", "http://b:22"`, "[standbys]\n1 = \"http://s:1\"")
		look("another key, a standby", "[http://a:1 http://b:22] map[1:http://s:1] 36", "was read", "another key", "node=1 address=http://s:1")
		write(key, `"http://a:1", "http://b:22"`, "[standbys")
		look("a fault", "", "stays as it was")
		write(key, `"http://a:1"`, "")
		look("fewer nodes", "", "nodes has 1 URLs, and had 2")
		write(key, `"http://b:22", "http://a:1"`, "")
		look("another order", "", "node 1 has the URL that node 2 had")
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		look("no file", "", "stays as it was")
		write(key+"more", `"http://a:333", "http://b:22"`, "")
		look("another place of its own", "[http://a:333 http://b:22] map[] 36", "was read", "node=1 address=http://a:333", `address="" before=http://s:1`, "listens=:1 file=:333")
		if f.key() != key+"more" {
			t.Errorf("key %q", f.key())
		}
		enough := errors.New("enough")
		end(enough)
		if err := <-done; !errors.Is(err, enough) {
			t.Error(err)
		}
	})
}
