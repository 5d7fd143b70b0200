package seeds

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// readBefore is a frontier with robots copies, which records those that are read again and what
// was known of the seeds then.
type readBefore struct {
	frontiertest.Frontier
	copies  map[weburl.Origin]acquire.Copy
	origins []weburl.Origin
	added   bool
}

func (f *readBefore) Robots(o weburl.Origin) (acquire.Copy, bool, error) {
	c, read := f.copies[o]
	return c, read, nil
}

func (f *readBefore) RereadRobots(_ context.Context, _ time.Time, origins []weburl.Origin) error {
	n, _ := f.Counts()
	f.origins, f.added = origins, n[aranea.CountQueued] > 0
	return nil
}

// TestRereadRobots checks that robots files which are named, or which deny what is named or what
// that leads to, are read again before the seeds are queued, unless they were read since.
func TestRereadRobots(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	denies := func(at time.Time) acquire.Copy {
		return acquire.Copy{Class: acquire.ClassRules, Body: []byte("User-agent: *\nDisallow: /x"), CheckedAt: at}
	}
	many := make([]weburl.URL, MaxNamed+1)
	for i := range many {
		many[i] = parse(t, "http://a.test/x")
	}
	for _, tt := range []struct {
		name   string
		seeds  []string
		wanted time.Time
		want   []weburl.Origin
	}{
		{"denied, twice", []string{"http://a.test/x/1", "http://a.test/x/2"}, now, []weburl.Origin{"http://a.test"}},
		{"allowed", []string{"http://a.test/y"}, now, nil},
		{"the file", []string{"http://a.test/robots.txt"}, now, []weburl.Origin{"http://a.test"}},
		{"the file with a query", []string{"http://a.test/robots.txt?"}, now, nil},
		{"read since", []string{"http://since.test/x", "http://since.test/robots.txt"}, now, nil},
		{"never read", []string{"http://new.test/x"}, now, nil},
		{"never read, the file", []string{"http://new.test/robots.txt"}, now, []weburl.Origin{"http://new.test"}},
		{"no file", []string{"http://none.test/x"}, now, nil},
		{"leads to what is denied", []string{"http://old.test/"}, now, []weburl.Origin{"http://a.test"}},
		{"nothing again", []string{"http://a.test/x", "http://a.test/robots.txt", "http://new.test/robots.txt"}, time.Time{}, []weburl.Origin{"http://new.test"}},
	} {
		f := &readBefore{Frontier: frontiertest.NewNaive().Open(t, frontiertest.Options{}), copies: map[weburl.Origin]acquire.Copy{
			"http://a.test": denies(now.Add(-time.Hour)), "http://since.test": denies(now.Add(time.Second)), "http://none.test": {Class: acquire.ClassUnavailable},
		}}
		led := &visited{entries: map[weburl.ID]aranea.Entry{}}
		old := parse(t, "http://old.test/")
		led.entries[old.ID()] = aranea.Entry{URL: old, State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: "http://a.test/x"}
		s := Seeds{Wanted: tt.wanted, Access: func(o weburl.Origin, c *acquire.Copy) acquire.Access {
			return c.Access(dialect.RFC9309(), string(o), "Aranea")
		}}
		for _, u := range tt.seeds {
			s.URLs = append(s.URLs, parse(t, u))
		}
		if err := Add(t.Context(), ledBy{f, led}, now, s); err != nil || !slices.Equal(f.origins, tt.want) || f.added {
			t.Errorf("%s: %v, after the seeds %t, %v; want %v", tt.name, f.origins, f.added, err, tt.want)
		}
		f.origins = nil
		s.URLs = many
		if err := Add(t.Context(), f, now, s); err != nil || len(f.origins) > 0 {
			t.Errorf("a long list: %v, %v", f.origins, err)
		}
	}
}

// ledBy has other entries than its frontier.
type ledBy struct {
	*readBefore
	others *visited
}

func (l ledBy) EntryByID(id weburl.ID) (aranea.Entry, bool, error) { return l.others.EntryByID(id) }
