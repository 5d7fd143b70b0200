package engine

import (
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/diskspace"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/weburl"
)

// TestRoomWhileACrawlIsJoined checks, with the race detector, that a crawl may be joined as soon
// as it is known.
func TestRoomWhileACrawlIsJoined(t *testing.T) {
	t.Parallel()
	e := newEngine(t.TempDir(), Options{})
	e.free = func(string) (uint64, error) { return 1 << 40, nil }
	e.job = &job{}
	var joining sync.WaitGroup
	joining.Go(func() {
		if !e.extend(e.job, service.Settings{Seeds: []weburl.URL{{}}}) {
			t.Error("the crawl is not joined")
		}
	})
	e.keepRoom(t.Context(), e.job)()
	joining.Wait()
}

// TestNoRoom checks that a crawl without room makes no requests, reports what is full, and goes
// on once there is more room.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), t.TempDir(), Options{Create: true, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	u, err := weburl.Parse("http://127.0.0.1:1/")
	if err != nil {
		t.Fatal(err)
	}
	free := uint64(1 << 40)
	e.free = func(string) (uint64, error) { return free, nil }
	s := service.DefaultSettings()
	s.Seeds = []weburl.URL{u}
	for _, tt := range []struct {
		name  string
		disk  int64
		free  uint64
		cause verdict.Cause
		says  string
	}{
		{"the quota", 1000, 1 << 40, verdict.CauseQuota, "its quota is 1.00 kB; 1 page is still queued"},
		{"the disk", 0, 1 << 20, verdict.CauseDiskFull, "the disk has only 1.05 MB left, and a crawl needs 268 MB; 1 page is still queued"},
		{"nothing left", 0, 0, verdict.CauseDiskFull, "the disk is full, and a crawl needs 268 MB; 1 page is still queued"},
	} {
		s.Disk, free = tt.disk, tt.free
		r, err := e.Crawl(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if st, err := e.Status(t.Context()); err != nil || st.Last == nil || st.Last.Cause != tt.cause || st.Last.Why != r.Why || st.Last.Way == "" {
			t.Errorf("%s: the status tells %+v of it, %v", tt.name, st.Last, err)
		}
		if r.Verdict != verdict.NoRoom || r.Ending != verdict.EndNoRoom || r.Cause != tt.cause || !strings.Contains(r.Why, tt.says) || r.Run[aranea.CountRequests] != 0 {
			t.Errorf("%s: %s, %s, %s, %q, %d requests", tt.name, r.Verdict, r.Ending, r.Cause, r.Why, r.Run[aranea.CountRequests])
		}
	}
	s.Disk, free = 1<<40, diskspace.Least
	if r, err := e.Crawl(t.Context(), s, nil); err != nil || r.Ending == verdict.EndNoRoom {
		t.Errorf("with room: %s, %v", r.Ending, err)
	}
}
