package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPutAside checks that files moved aside by repairs are listed, a whole folder only once,
// and do not count as covered.
func TestPutAside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"index/a.seg", "index/damaged-b.seg", "index.broken-1/a.seg", "index.broken-1/deep/damaged-c.seg", "frontier/OPTIONS-000007"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("0123456789"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Coverage(dir)
	if err != nil || c.Files != 1 || c.Bytes != 10 || c.AsideBytes != 30 ||
		!slices.Equal(c.Aside, []string{"index.broken-1", "index/damaged-b.seg"}) || !slices.Equal(c.Others, []string{"frontier/OPTIONS-000007"}) {
		t.Errorf("%+v, %v", c, err)
	}
}
