package room

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/crawl/verdict"
)

// TestStart: what fills up while a crawl goes on ends it at the next look, once, and
// what cannot be measured does not.
func TestStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		name  string
		quota int64
		free  func(looks int) (uint64, error)
		want  verdict.RoomError // of the look that ends it
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
				time.Sleep(time.Minute) // in the bubble
				stop()
				if looks != tt.looks || len(told) > 0 {
					t.Errorf("%d looks, want %d; told %d times more", looks, tt.looks, len(told))
				}
			})
		})
	}
}

// TestStop: nobody looks once stop has returned.
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
