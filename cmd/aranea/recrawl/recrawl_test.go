package recrawl

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/engine/diskspace"
	"github.com/aranea-search/aranea/engine/halt"
)

// TestWait checks that a notice starts a crawl immediately, and that the next notice waits for
// Spacing.
func TestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		notices := make(chan struct{}, 1)
		var last time.Time
		for _, tt := range []struct {
			name    string
			noticed bool
			every   time.Duration
			want    time.Duration
		}{
			{"the first notice", true, time.Hour, 0},
			{"the next one", true, time.Hour, Spacing},
			{"one when a crawl is due anyway", true, Spacing / 2, Spacing / 2},
			{"none", false, time.Hour, time.Hour},
			{"one after a long time", true, time.Hour, 0},
		} {
			if tt.noticed {
				Tell(notices)
				Tell(notices) // has no effect
			}
			begun := time.Now()
			var err error
			if last, err = Wait(t.Context(), tt.every, Spacing, notices, last, whole); err != nil || time.Since(begun) != tt.want {
				t.Errorf("%s: %v after %s, want %s", tt.name, err, time.Since(begun), tt.want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Wait(ctx, time.Hour, Spacing, notices, last, whole); !errors.Is(err, context.Canceled) {
			t.Errorf("called off: %v", err)
		}
	})
}

func whole(context.Context) error { return nil }

// A folder has errors until it has recovered.
type folder struct {
	err, lost error
	recovered int
	other     time.Time // another process owns it until then
	took      time.Time // when this process took it over; zero if it did not
	asked     int
}

func (f *folder) Owner() bool { return f.other.IsZero() || !f.took.IsZero() }

func (f *folder) Ordered(context.Context) (halt.State, error) {
	if f.asked++; !time.Now().Before(f.other) {
		f.took = time.Now()
	}
	return halt.State{}, nil
}

func (f *folder) Logger() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (f *folder) Failed() error { return f.err }

func (f *folder) Recover(context.Context) error {
	f.recovered++
	f.err = nil
	return f.lost
}

// TestKeep checks that the folder is opened again once for each write of this process that failed
// because the disk was full, whoever requested it, and that other errors and other owners have no
// effect.
func TestKeep(t *testing.T) {
	t.Parallel()
	full, gone := fmt.Errorf("index: write log: %w", syscall.ENOSPC), errors.New("gone")
	for _, tt := range []struct {
		name   string
		folder folder
		want   int // how often it recovers
		err    error
		told   string // the last line of the output
	}{
		{"the disk was full", folder{err: full}, 1, nil, "There is room on the disk again: all goes on."},
		{"the folder is gone", folder{err: full, lost: gone}, 1, gone, "no space left on device)."},
		{"another error", folder{err: errors.New("damaged")}, 0, nil, ""},
		{"none", folder{}, 0, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var told strings.Builder
				begun := time.Now()
				_, err := Wait(t.Context(), time.Hour, Spacing, nil, begun, Keep(&told, &tt.folder))
				if !errors.Is(err, tt.err) || tt.folder.recovered != tt.want || !strings.HasSuffix(strings.TrimSpace(told.String()), tt.told) {
					t.Errorf("%v after %d times, want %v after %d: %s", err, tt.folder.recovered, tt.err, tt.want, &told)
				}
				if took := time.Since(begun); (took == time.Hour) != (tt.err == nil) || tt.err != nil && took != looksEvery {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

// TestKeepTakesOver checks that a process that stays takes the folder over soon after its owner
// has ended, and then asks no other process.
func TestKeepTakesOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var told strings.Builder
		f := &folder{other: time.Now().Add(time.Minute)}
		if _, err := Wait(t.Context(), time.Hour, Spacing, nil, time.Now(), Keep(&told, f)); err != nil || told.Len() > 0 {
			t.Errorf("%v, %q", err, &told)
		}
		if late := f.took.Sub(f.other); late < 0 || late > looksEvery || f.asked != int(time.Minute/looksEvery) {
			t.Errorf("taken over %s late, asked %d times", late, f.asked)
		}
	})
}

// TestWhenRoom checks that a crawl that ended because its disk was full is followed by another as
// soon as there is room for one, but not earlier.
func TestWhenRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, due := time.Now(), make(chan struct{}, 1)
		free := func() (uint64, error) {
			switch waited := time.Since(begun); {
			case waited < time.Minute:
				return 0, errors.New("not now")
			case waited < 2*time.Minute:
				return diskspace.Least - 1, nil
			}
			return diskspace.Least, nil
		}
		at, err := Wait(t.Context(), time.Hour, Spacing, due, time.Time{}, WhenRoom(whole, free, due))
		if took := time.Since(begun); err != nil || took < 2*time.Minute || took > 2*time.Minute+looksEvery || !at.Equal(time.Now()) {
			t.Errorf("%v after %s", err, took)
		}
	})
}

// TestAwaitFirst: it looks again and again until there was a crawl, and ends with errors and its context.
func TestAwaitFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		looks, start := 0, time.Now()
		begun := func() (bool, error) { looks++; return looks == 4, nil }
		if err := AwaitFirst(t.Context(), begun, whole); err != nil || time.Since(start) != 3*firstEvery {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		fault := errors.New("the folder is gone")
		if err := AwaitFirst(t.Context(), func() (bool, error) { return false, fault }, whole); !errors.Is(err, fault) {
			t.Error(err)
		}
		if err := AwaitFirst(t.Context(), func() (bool, error) { return false, nil }, func(context.Context) error { return fault }); !errors.Is(err, fault) {
			t.Error(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(fault)
		if err := AwaitFirst(ctx, func() (bool, error) { return false, nil }, whole); !errors.Is(err, fault) {
			t.Error(err)
		}
	})
}
