package checkpoint

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/service"
)

// A writer writes one file as the copy of a folder.
type writer struct{ taken int }

func (w *writer) BackupLinked(_ context.Context, dir string) (service.Copied, error) {
	w.taken++
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return service.Copied{}, err
	}
	return service.Copied{}, os.WriteFile(filepath.Join(dir, "FORMAT"), []byte("format"), 0o600)
}

// TestLife: a moment is there until it was fetched, was left alone, or its process has ended, and one who
// was cut off gets the same.
func TestLife(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	w := new(writer)
	keeper := func() *Keeper {
		k, err := NewKeeper(w, dir, func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k := keeper()
	take := func(want int) Moment {
		t.Helper()
		m, err := k.Take(t.Context(), "a")
		if err != nil || w.taken != want {
			t.Fatalf("%d were taken, %v; want %d", w.taken, err, want)
		}
		return m
	}
	there := func(m Moment, want bool) {
		t.Helper()
		data, err := k.Read(t.Context(), Part{ID: m.ID, Name: "FORMAT", Offset: 2})
		if want != (err == nil && string(data) == "rmat") || !want && aranea.KindOf(err) != aranea.NotFound {
			t.Errorf("%q, %v; want it: %t", data, err, want)
		}
	}
	first := take(1)
	now = now.Add(idle - time.Second)
	if again := take(1); again != first {
		t.Errorf("one who was cut off gets %+v after %+v", again, first)
	}
	if err := k.End(t.Context(), "another"); err != nil {
		t.Error(err)
	}
	there(first, true)
	if err := k.End(t.Context(), first.ID); err != nil {
		t.Error(err)
	}
	there(first, false)
	second := take(2)
	now = now.Add(idle - time.Second)
	if err := k.Expire(); err != nil {
		t.Error(err)
	}
	there(second, true)
	now = now.Add(idle)
	if err := k.Expire(); err != nil {
		t.Error(err)
	}
	there(second, false)
	third := take(3)
	k = keeper()
	there(third, false)
	if _, err := os.Stat(filepath.Join(dir, Folder)); !os.IsNotExist(err) {
		t.Errorf("of an earlier process something is left: %v", err)
	}
}

// TestSeveral: standbys do not disturb each other, and are refused where there are too many.
func TestSeveral(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	k, err := NewKeeper(new(writer), t.TempDir(), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	var all []Moment
	for i := range MaxHeld {
		m, err := k.Take(t.Context(), string(rune('a'+i)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	if _, err := k.Take(t.Context(), "late"); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "4 standbys fetch") {
		t.Errorf("one more: %v", err)
	}
	now = now.Add(idle / 2)
	if err := k.End(t.Context(), all[0].ID); err != nil {
		t.Error(err)
	}
	for i, m := range all {
		if _, err := k.Read(t.Context(), Part{ID: m.ID, Name: "FORMAT"}); (err == nil) != (i > 0) {
			t.Errorf("moment %d: %v", i, err)
		}
	}
	again, err := k.Take(t.Context(), "a")
	if err != nil || again.ID == all[0].ID || !again.At.Equal(now) {
		t.Errorf("the next moment is %+v, %v", again, err)
	}
	now = now.Add(idle / 2)
	if _, err := k.Read(t.Context(), Part{ID: all[1].ID, Name: "FORMAT"}); err != nil {
		t.Error(err)
	}
	now = now.Add(idle / 2)
	if m, err := k.Take(t.Context(), "late"); err != nil || !m.At.Equal(now) { // two have been left alone
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := k.Take(t.Context(), strings.Repeat("x", maxBy+1)); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a long name: %v", err)
	}
}

// A slow Linker takes a second, and fails if it is told to.
type slow struct {
	writer
	fail error
}

func (s *slow) BackupLinked(ctx context.Context, dir string) (service.Copied, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return service.Copied{}, context.Cause(ctx)
	}
	if s.fail != nil {
		return service.Copied{}, s.fail
	}
	return s.writer.BackupLinked(ctx, dir)
}

// TestTakenBeside: while a moment is taken, others are read and ended; who asks by the same name gets the same one,
// and what cannot be taken leaves its place.
func TestTakenBeside(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := new(slow)
		k, err := NewKeeper(w, t.TempDir(), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		first, err := k.Take(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		var taken [2]Moment
		var wg sync.WaitGroup
		for i := range taken {
			wg.Go(func() {
				var err error
				if taken[i], err = k.Take(t.Context(), "b"); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		if _, err := k.Read(t.Context(), Part{ID: first.ID, Name: "FORMAT"}); err != nil {
			t.Error(err)
		}
		if err := k.End(t.Context(), first.ID); err != nil {
			t.Error(err)
		}
		hasty, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := k.Take(hasty, "b"); !errors.Is(err, context.Canceled) {
			t.Errorf("one who does not wait: %v", err)
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("others waited for %v", waited)
		}
		wg.Wait()
		if taken[0] != taken[1] || w.taken != 2 {
			t.Errorf("%+v, %d were taken", taken, w.taken)
		}
		if _, err := k.Read(t.Context(), Part{ID: taken[0].ID, Name: "FORMAT"}); err != nil {
			t.Error(err)
		}
		w.fail = errors.New("no room")
		for range MaxHeld + 1 {
			if _, err := k.Take(t.Context(), "c"); !errors.Is(err, w.fail) {
				t.Errorf("%v", err)
			}
		}
		w.fail = nil
		if _, err := k.Take(t.Context(), "c"); err != nil {
			t.Error(err)
		}
	})
}

// TestReadsNothingElse: no name leads out of a moment.
func TestReadsNothingElse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	k, err := NewKeeper(new(writer), dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	m, err := k.Take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../../secret", "/etc/passwd", "..", "", "a/../../../secret", `..\..\secret`, filepath.Join(dir, "secret")} {
		if data, err := k.Read(t.Context(), Part{ID: m.ID, Name: name}); err == nil {
			t.Errorf("%q: %q", name, data)
		}
	}
}

func FuzzCheck(f *testing.F) {
	sum := strings.Repeat("0a", 32)
	f.Add("frontier/000001.sst", int64(7), sum)
	f.Add("../x", int64(0), sum)
	f.Add(`a\..\b`, int64(0), sum)
	f.Fuzz(func(t *testing.T, name string, size int64, sum string) {
		if (File{name, size, sum}).Check() == nil && (!filepath.IsLocal(filepath.FromSlash(name)) || size < 0 || filepath.Base(sum) != sum) {
			t.Errorf("%q of %d bytes, %q", name, size, sum)
		}
	})
}
