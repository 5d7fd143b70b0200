package crawl

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// TestNextVisitIsPlanned: the entry records the type and language of an answer, and pages that
// exist, are gone or are closed have different next visits.
func TestNextVisitIsPlanned(t *testing.T) {
	t.Parallel()
	page := `<html lang="pt"><title>x</title><body>texto</body></html>`
	for _, tt := range []struct {
		name   string
		f      facts
		in     time.Duration // 0 for no visit
		media  string
		lang   string
		checks uint16
	}{
		{"a page", visit(t, 200, page), 72 * time.Hour, "text/html", "pt", 0},
		{"the same again", again(visit(t, 304, "")), 72 * time.Hour, "text/html", "pt", 1},
		{"a page that asks for it", visit(t, 200, `<html lang="pt"><meta name="revisit-after" content="2 days"><title>x</title><body>texto</body></html>`), 48 * time.Hour, "text/html", "pt", 0},
		{"a page that is not there", visit(t, 404, ""), 7 * 24 * time.Hour, "", "", 0},
	} {
		tt.f.lease.Entry.FoundAt = t0
		out := plan(options(t), tt.f)
		if in := out.Entry.Due.Sub(tt.f.now); in < tt.in || in > tt.in*3/2 {
			t.Errorf("%s: the next visit is in %s", tt.name, in)
		}
		if e := out.Entry; e.MediaType != tt.media || e.Language != tt.lang || e.Change.Checks != tt.checks {
			t.Errorf("%s: %q, %q, %+v", tt.name, e.MediaType, e.Language, e.Change)
		}
	}
	for how, want := range map[aranea.How]time.Duration{aranea.HowAnchor: 0, aranea.HowSitemap: 48 * time.Hour} {
		f := visit(t, 200, page) // which had asked for a visit, or a sitemap had, and asks for none now
		f.lease.Entry.How, f.lease.Entry.Every = how, 48*time.Hour
		if out := plan(options(t), f); out.Entry.Every != want {
			t.Errorf("%s: a visit every %s, want %s", how, out.Entry.Every, want)
		}
	}
	f := visit(t, 503, "")
	out := plan(options(t), f)
	retry := out.Host.NextAllowed.Add(schedule.Retry(1))
	if out.Entry.State != aranea.StateQueued || !out.Entry.Due.Equal(retry) || !retry.After(f.now.Add(schedule.Retry(1))) {
		t.Errorf("another try moved from %s to %s", retry, out.Entry.Due)
	}
}

// TestReadInAnotherWay: a page that is to be read in another way keeps saying so until an answer
// was read, and another text then counts as no change of it.
func TestReadInAnotherWay(t *testing.T) {
	t.Parallel()
	page := `<html lang="pt"><title>x</title><body>texto</body></html>`
	broken := again(visit(t, 200, page))
	broken.fetched.Failure = aranea.BodyBroken
	for _, tt := range []struct {
		name  string
		f     facts
		stays bool
	}{
		{"another text", again(visit(t, 200, page)), false},
		{"another try", again(visit(t, 503, "")), true},
		{"its first part", broken, true},
		{"gone", again(visit(t, 404, "")), false},
	} {
		tt.f.lease.Entry.Reread = true
		tt.f.lease.Entry.VisitedAt = tt.f.now.Add(-time.Hour)
		out := plan(options(t), tt.f)
		if out.Entry.Reread != tt.stays {
			t.Errorf("%s: in another way next time %v", tt.name, out.Entry.Reread)
		}
		if c := out.Entry.Change; out.Entry.State == aranea.StateDone && (c.Checks != 0 || c.Changes != 0) {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
}

// again turns a visit into the second of its page.
func again(f facts) facts {
	e := &f.lease.Entry
	e.Visits, e.Indexed, e.MediaType, e.Language = 1, true, "text/html", "pt"
	e.Change.Since = uint32(f.now.Add(-7 * 24 * time.Hour).Unix())
	return f
}
