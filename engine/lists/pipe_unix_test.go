//go:build unix

package lists

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestPipe: a pipe in the place of a list keeps nobody waiting, neither the page of the list nor a copy.
func TestPipe(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	if err := syscall.Mkfifo(InFolder(from, "synonyms"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(InFolder(from, "pins"), []byte("vpn => http://a.test/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := Text(InFolder(from, "synonyms")); text != nil || aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("%q, %v", text, err)
	}
	if err := Copy(from, to); err != nil {
		t.Error(err)
	}
	if got, err := filepath.Glob(filepath.Join(to, "*")); err != nil || len(got) != 1 || got[0] != InFolder(to, "pins") {
		t.Errorf("%q, %v", got, err)
	}
}
