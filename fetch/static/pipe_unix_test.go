//go:build unix

package static

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe in the folder, at whose other end nobody writes, is not waited for.
func TestPipe(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"index.html": "start"})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.html"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/pipe", "/pipe.html"} {
		if r := ask(t, folders(t, "https://a.test/="+dir), "GET", "https://a.test"+path); r.StatusCode != 404 {
			t.Errorf("%s: status %d, want 404", path, r.StatusCode)
		}
	}
}
