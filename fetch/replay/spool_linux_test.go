package replay

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpoolEndsWithFailure checks that what was unpacked takes no room once the opening of the archive failed.
func TestSpoolEndsWithFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := packed(answer("http://a.test/1", y15, "one") + answer("http://a.test/2", y16, "two"))
	asked := 0
	free := func(string) (uint64, error) { // there is room for the first file
		asked++
		return uint64(2-asked) << 40, nil
	}
	if _, err := Open(t.Context(), []string{file(t, "a.warc.gz", whole), file(t, "b.warc.gz", whole)}, Options{Dir: dir, Free: free}); !errors.Is(err, errNoRoom) {
		t.Fatal(err)
	}
	const open = "/proc/self/fd"
	all, err := os.ReadDir(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if to, err := os.Readlink(filepath.Join(open, f.Name())); err == nil && strings.HasPrefix(to, dir) {
			t.Errorf("%s is open", to)
		}
	}
}
