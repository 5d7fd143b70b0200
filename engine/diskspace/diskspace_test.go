package diskspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/store"
)

// TestStart checks that a lack of room during a crawl ends it once, at the next measurement, and
// that failed measurements do not.
func TestStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		name  string
		quota int64
		free  func(looks int) (uint64, error)
		want  verdict.RoomError // of the measurement that ends it
		looks int
	}{
		{"the disk was full before", 0, func(int) (uint64, error) { return 1, nil }, verdict.RoomError{Free: 1, Least: Least}, 1},
		{"the disk fills up", 0, func(n int) (uint64, error) { return Least + 2 - uint64(n), nil }, verdict.RoomError{Free: Least - 1, Least: Least}, 3},
		{"not measured at first", 0, func(n int) (uint64, error) {
			if n < 3 {
				return 0, errors.New("no answer")
			}
			return 5, nil
		}, verdict.RoomError{Free: 5, Least: Least}, 3},
		{"the quota", 1000, func(n int) (uint64, error) {
			return 1 << 40, os.WriteFile(filepath.Join(dir, "file"), make([]byte, 400*n), 0o600)
		}, verdict.RoomError{Quota: 1000, Used: 1200}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				looks, told := 0, make(chan *verdict.RoomError, 2)
				w := Watch{
					Dir: dir, Quota: tt.quota, Logger: slog.New(slog.DiscardHandler),
					Free: func(string) (uint64, error) { looks++; return tt.free(looks) },
					End:  func(full *verdict.RoomError) { told <- full },
				}
				stop := w.Start(t.Context())
				if full := <-told; *full != tt.want {
					t.Errorf("told %+v, want %+v", *full, tt.want)
				}
				time.Sleep(time.Minute) // inside the synctest bubble
				stop()
				if looks != tt.looks || len(told) > 0 {
					t.Errorf("%d looks, want %d; told %d times more", looks, tt.looks, len(told))
				}
			})
		})
	}
}

// TestStop checks that measurements end before stop returns.
func TestStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		looks := 0
		w := Watch{Dir: t.TempDir(), Free: func(string) (uint64, error) { looks++; return 1 << 40, nil }, Logger: slog.New(slog.DiscardHandler)}
		stop := w.Start(t.Context())
		time.Sleep(5 * every / 2)
		stop()
		time.Sleep(time.Minute)
		if looks != 3 {
			t.Errorf("%d looks", looks)
		}
	})
}

// TestWait checks that an attempt is made after a while with some room or if that is unknown,
// that the disk may be full at the first one, and that other errors end the wait.
func TestWait(t *testing.T) {
	t.Parallel()
	broken, unknown := errors.New("broken"), errors.New("unknown")
	type tried struct {
		writes bool
		err    error
	}
	for name, x := range map[string]struct {
		tries []tried
		free  []uint64 // 0 for unknown
		took  time.Duration
		want  error
	}{
		"at once":        {[]tried{{true, nil}}, []uint64{some}, Again, nil},
		"with room":      {[]tried{{false, store.ErrDiskFull}, {true, nil}}, []uint64{some - 1, some - 1, some}, 3 * Again, nil},
		"nobody knows":   {[]tried{{false, nil}, {true, nil}}, []uint64{0}, Again, nil},
		"full once more": {[]tried{{false, nil}, {false, nil}, {true, nil}}, []uint64{some, some}, 2 * Again, nil},
		"broken":         {[]tried{{false, nil}, {false, broken}}, []uint64{some}, Again, broken},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				free := func(string) (n uint64, err error) {
					if n, x.free = x.free[0], x.free[1:]; n == 0 {
						err = unknown
					}
					return n, err
				}
				err := Wait{Dir: "d", Free: free, Every: Again}.Until(t.Context(), func(context.Context) (bool, error) {
					now := x.tries[0]
					x.tries = x.tries[1:]
					return now.writes, now.err
				})
				if took := time.Since(began); !errors.Is(err, x.want) || took != x.took || len(x.tries)+len(x.free) != 0 {
					t.Errorf("%v after %s, %d tries and %d looks left", err, took, len(x.tries), len(x.free))
				}
			})
		})
	}
}

// TestBeside checks that Beside waits for the disk of the file that could not be written to,
// which may differ from that of the data folder.
func TestBeside(t *testing.T) {
	t.Parallel()
	full := fmt.Errorf("keep the exchange: %w", &fs.PathError{Op: "write", Path: filepath.Join("warc", "x.open"), Err: store.ErrDiskFull})
	for name, x := range map[string]struct {
		err  error
		free []uint64
		took time.Duration
	}{
		"no file":      {store.ErrDiskFull, nil, 0},
		"room":         {full, []uint64{some}, 0},
		"room later":   {full, []uint64{some - 1, some - 1, some}, 2 * Again},
		"nobody knows": {full, []uint64{0}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			err := Beside(t.Context(), x.err, func(dir string) (n uint64, err error) {
				if dir != "warc" {
					t.Errorf("%s: it looks at %s", name, dir)
				}
				if n, x.free = x.free[0], x.free[1:]; n == 0 {
					err = errors.New("unknown")
				}
				return n, err
			})
			if took := time.Since(began); err != nil || took != x.took || len(x.free) != 0 {
				t.Errorf("%s: %v after %s, %d looks left", name, err, took, len(x.free))
			}
		})
	}
}

// TestWaitEnds checks that the wait ends at once with its context.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), Again/2, errors.New("enough"))
		defer cancel()
		began := time.Now()
		err := Wait{Dir: "d", Every: Again}.Until(ctx, func(context.Context) (bool, error) { return false, nil })
		if took := time.Since(began); err == nil || err.Error() != "enough" || took != Again/2 {
			t.Errorf("%v after %s", err, took)
		}
	})
}
