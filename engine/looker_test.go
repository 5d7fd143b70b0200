package engine

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/trap"
)

// files returns the contents of the files of a folder by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLooker checks that a read-only folder answers as usual, refuses every change with the
// cause, and does not change, and that writers and a looker exclude each other.
func TestLooker(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	c := contract{t: t, s: e, site: newSite(t)}
	c.crawl()
	cause := &store.FolderError{Fault: store.FolderForbidden}
	if _, err := look(t.Context(), dir, Options{}, cause); !errors.Is(err, cause) {
		t.Errorf("beside an owner: %v", err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	l, err := look(t.Context(), dir, Options{}, cause)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenFolder(dir, store.Holder{}); !store.InUse(err) {
		t.Errorf("a writer beside it: %v", err)
	}
	c.s = l
	for name, f := range map[string]func(*testing.T){"search": c.search, "lists": c.lists, "links": c.links, "numbers": c.numbers} {
		t.Run(name, f)
	}
	if trail, err := l.Explain(t.Context(), c.url("/p1").String()); err != nil || !trail.In {
		t.Errorf("explain: %+v, %v", trail, err)
	}
	if st, err := l.Status(t.Context()); err != nil || st.ReadOnly == "" {
		t.Errorf("status %+v, %v", st, err)
	}
	ctx := t.Context()
	_, crawled := l.Crawl(ctx, siteSettings(c.site), nil)
	_, steered := l.Steer(ctx, Order{Deed: Stop, Host: "a.test"})
	_, claimed := l.Claim(ctx, c.site.Origin())
	_, removed := l.Remove(ctx, Removal{Target: "a.test"})
	_, copied := l.Backup(ctx, t.TempDir())
	_, grouped := l.Regroup(ctx, mirror.Order{})
	_, proven := l.Prove(ctx, Proof{})
	_, ranked := l.Rank(ctx)
	_, allowed := l.Allow(ctx, trap.Order{})
	ended := l.EndClaim(ctx, c.site.Origin(), Permit{}, time.Time{})
	var checked error
	for _, err := range l.Check(ctx, true) {
		checked = err
	}
	for i, err := range []error{crawled, steered, claimed, removed, copied, grouped, proven, ranked, allowed, ended, checked} {
		if !errors.Is(err, cause) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	if err := l.release(); err != nil {
		t.Error(err)
	}
	if !maps.Equal(before, files(t, dir)) {
		t.Error("the folder is not as it was")
	}
}

// TestUnwritable checks that patient callers do not open a folder read-only if its disk may have
// room again.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	forbidden, full := &store.FolderError{Fault: store.FolderForbidden}, &os.PathError{Op: "write", Err: syscall.ENOSPC}
	for _, x := range []struct {
		err           error
		patient, want bool
	}{{forbidden, false, true}, {forbidden, true, true}, {full, false, true}, {full, true, false}, {errors.New("else"), false, false}} {
		if got := unwritable(x.err, x.patient); got != x.want {
			t.Errorf("%v, patient %v: %v", x.err, x.patient, got)
		}
	}
}

// TestLookerChecks checks that a read-only folder is checked in its current state, and not
// repaired.
func TestLookerChecks(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	segments, err := filepath.Glob(filepath.Join(crawlSite(t, dir).IndexDir(), "*.pst"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("segments %v, %v", segments, err)
	}
	check := func() []Fault {
		l, err := look(t.Context(), dir, Options{}, store.ErrDiskFull)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := l.release(); err != nil {
				t.Error(err)
			}
		}()
		for _, err := range l.Check(t.Context(), true) {
			if !store.DiskFull(err) {
				t.Errorf("a repair: %v", err)
			}
		}
		return gather(t, l.Check(t.Context(), false))
	}
	if faults := check(); len(faults) != 0 {
		t.Errorf("a whole folder: %+v", faults)
	}
	data, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(segments[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	if faults := check(); len(faults) != 1 || faults[0].File != "index/"+filepath.Base(segments[0]) || faults[0].Repaired {
		t.Errorf("a damaged folder: %+v", faults)
	}
	if !maps.Equal(before, files(t, dir)) {
		t.Error("the folder is not as it was")
	}
}
