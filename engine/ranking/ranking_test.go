package ranking

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// options creates an index of pages a.test/, b.test/ and c.test/, and a graph in which a.test
// and c.test link to a mirror of b.test.
func options(t *testing.T) Options {
	t.Helper()
	dir := t.TempDir()
	pages, err := index.Open(filepath.Join(dir, "index"), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pages.Close() })
	g := linkgraph.New(memstore.New(), nil)
	var links []aranea.EdgeChange
	var docs []aranea.IndexChange
	for _, host := range []string{"a", "b", "c"} {
		u := parse(t, "http://"+host+".test/")
		p := &aranea.Page{URL: u, Text: []byte(host), Elements: []aranea.Element{{Kind: aranea.ElementText, End: 1}}}
		docs = append(docs, aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(0, 0), Page: p})
		if host != "b" {
			edge := aranea.Edge{Target: parse(t, "http://www.mirror.test/"), Anchor: "the b of " + host}
			links = append(links, aranea.EdgeChange{Source: u, Edges: []aranea.Edge{edge}})
		}
	}
	if err := pages.Apply(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	if err := pages.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := g.Apply(t.Context(), links); err != nil {
		t.Fatal(err)
	}
	return Options{
		AnchorsDir: filepath.Join(dir, "anchors"), RankDir: filepath.Join(dir, "rank"), Graph: g, Pages: pages,
		Standing: func(weburl.URL) (linkgraph.Standing, error) { return linkgraph.Read, nil },
		Mirrors: func() iter.Seq2[mirror.Record, error] {
			return func(yield func(mirror.Record, error) bool) {
				yield(mirror.Record{Origin: "http://www.mirror.test", Main: "http://b.test"}, nil)
			}
		},
		Logger: slog.New(slog.DiscardHandler),
	}
}

func open(t *testing.T, opt Options) *Ranker {
	t.Helper()
	r, err := Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func (r *Ranker) levels(t *testing.T, url string) string {
	t.Helper()
	return fmt.Sprint(r.Ranks().Levels(rank.KeyOf(parse(t, url).ID())))
}

func TestRankedAndKept(t *testing.T) {
	t.Parallel()
	opt := options(t)
	r := open(t, opt)
	if r.Ranks() != nil {
		t.Fatal("there are ranks before any were computed")
	}
	done, err := r.Update(t.Context())
	if err != nil || done.Pages.Pages != 3 || done.Pages.Links != 2 || done.Pages.Same || done.Anchors.Targets != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	// Two sites link to a mirror of b.test, which counts for b.test.
	const want = "{255 255 25}"
	if got := r.levels(t, "http://b.test/"); got != want {
		t.Errorf("levels %s, want %s", got, want)
	}
	if done, err = r.Update(t.Context()); err != nil || !done.Pages.Same || done.Anchors.Changed != 0 {
		t.Errorf("again: %+v, %v", done, err)
	}
	copied := opt
	copied.AnchorsDir, copied.RankDir = filepath.Join(t.TempDir(), "anchors"), filepath.Join(t.TempDir(), "rank")
	if err := errors.Join(r.Anchors().Backup(t.Context(), copied.AnchorsDir), r.Backup(copied.RankDir)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	opt.View = true
	for name, o := range map[string]Options{"opened again": opt, "copied": copied} {
		if got := open(t, o).levels(t, "http://b.test/"); got != want {
			t.Errorf("%s: levels %s, want %s", name, got, want)
		}
	}
}

// flip flips a bit of a file, in the byte at a place, counted from the end if that is negative.
func flip(t *testing.T, file string, at int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 1
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedRanks checks that damage is reported, and damaged ranks are computed again.
func TestDamagedRanks(t *testing.T) {
	t.Parallel()
	opt := options(t)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(opt.RankDir, "pages")
	flip(t, file, -6)
	if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a check says %v", err)
	}
	r = open(t, opt)
	if f := r.Faults(); len(f) != 1 || f[0].File != "rank" || r.Ranks() != nil {
		t.Errorf("faults %v, ranks %v", f, r.Ranks())
	}
	if done, err := r.Update(t.Context()); err != nil || done.Pages.Same || r.levels(t, "http://b.test/") != "{255 255 25}" {
		t.Errorf("computed anew: %+v, %v, %s", done, err, r.levels(t, "http://b.test/"))
	}
}

// TestLostRanks checks that what somebody removed of the ranks and of what was learned is reported, both
// while the folder is open and when it is opened again, and that a folder whose links were never ranked
// lacks nothing.
func TestLostRanks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pages", "names", "versions"} {
		opt := options(t)
		r := open(t, opt)
		if err := r.Check(); err != nil {
			t.Errorf("%s: before any were computed: %v", name, err)
		}
		if _, err := r.Update(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := r.Check(); err != nil {
			t.Errorf("%s: after they were computed: %v", name, err)
		}
		if err := os.Remove(filepath.Join(opt.RankDir, name)); err != nil {
			t.Fatal(err)
		}
		if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), name+": the file is not there") {
			t.Errorf("%s: while the folder is open: %v", name, err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		r = open(t, opt)
		if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), name+": the file is not there") {
			t.Errorf("%s: when it is opened again: %v", name, err)
		}
		if _, err := r.Update(t.Context()); err != nil || r.Check() != nil || r.Ranks() == nil || r.Names() == nil || r.manuals.Table() == nil {
			t.Errorf("%s: computed anew: %v, %v", name, err, r.Check())
		}
	}
}

// TestRankedBefore checks that a folder that an earlier version has ranked lacks nothing, and is ranked anew.
func TestRankedBefore(t *testing.T) {
	t.Parallel()
	opt := options(t)
	r := open(t, opt)
	if _, err := r.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(opt.RankDir, "pages"))
	if err != nil {
		t.Fatal(err)
	}
	data[8] = 1 // the version
	binary.LittleEndian.PutUint32(data[28:], crc32.Checksum(data[:28], crc32.MakeTable(crc32.Castagnoli)))
	if err := os.WriteFile(filepath.Join(opt.RankDir, "pages"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(opt.RankDir, "names")), os.Remove(filepath.Join(opt.RankDir, "versions"))); err != nil {
		t.Fatal(err)
	}
	r = open(t, opt)
	if err := r.Check(); err != nil || len(r.Faults()) > 0 {
		t.Errorf("as an earlier version has written it: %v, %v", err, r.Faults())
	}
	if done, err := r.Update(t.Context()); err != nil || done.Pages.Same {
		t.Errorf("%+v, %v", done, err)
	}
	if err := os.Remove(filepath.Join(opt.RankDir, "versions")); err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("ranked anew, and lost since: %v", err)
	}
}

// TestVanishedTargets checks that URLs to which no link leads any more are not found by the
// words of links, even if the graph has forgotten its records in the meantime, and that the
// others stay.
func TestVanishedTargets(t *testing.T) {
	t.Parallel()
	for name, forget := range map[string]bool{"update": false, "made anew": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := options(t)
			r := open(t, opt)
			other := aranea.EdgeChange{Source: parse(t, "http://d.test/"), Edges: []aranea.Edge{{Target: parse(t, "http://c.test/"), Anchor: "see"}}}
			if err := opt.Graph.Apply(t.Context(), []aranea.EdgeChange{other}); err != nil {
				t.Fatal(err)
			}
			if done, err := r.Update(t.Context()); err != nil || done.Anchors.Targets != 2 {
				t.Fatalf("%+v, %v", done, err)
			}
			for _, from := range []string{"http://a.test/", "http://c.test/"} {
				if err := opt.Graph.Apply(t.Context(), []aranea.EdgeChange{{Source: parse(t, from)}}); err != nil {
					t.Fatal(err)
				}
			}
			if forget {
				if err := r.Forget(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if done, err := r.Update(t.Context()); err != nil || done.Anchors.Targets != 1 {
				t.Fatalf("%+v, %v", done, err)
			}
			var left []string
			for u, err := range findable(t.Context(), r.Anchors()) {
				if err != nil {
					t.Fatal(err)
				}
				left = append(left, u)
			}
			if len(left) != 1 || left[0] != "http://c.test/" {
				t.Errorf("documents of %q are left, want that of http://c.test/ alone", left)
			}
		})
	}
}

// TestDropBeforeRanks checks that links which are dropped before any were ranked leave nothing that
// looks like lost ranks, and that the first ranking does not have them.
func TestDropBeforeRanks(t *testing.T) {
	t.Parallel()
	opt := options(t)
	opt.Still = func(_ context.Context, do func() error) error { return do() }
	r := open(t, opt)
	gone := func(yield func(weburl.URL, error) bool) { yield(parse(t, "http://a.test/"), nil) }
	if err := r.Drop(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); err != nil {
		t.Errorf("after links were dropped: %v", err)
	}
	if done, err := r.Update(t.Context()); err != nil || done.Pages.Links != 1 {
		t.Errorf("the first ranking: %+v, %v; want the other link", done, err)
	}
}

// TestStandingOf checks which URLs the words of links may find, and as what.
func TestStandingOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		e    aranea.Entry
		want linkgraph.Standing
	}{
		{aranea.Entry{State: aranea.StateDone, Indexed: true}, linkgraph.Read},
		{aranea.Entry{State: aranea.StateQueued, Indexed: true}, linkgraph.Read},
		{aranea.Entry{State: aranea.StateQueued}, linkgraph.Unlisted},
		{aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied}, linkgraph.Unread},
		{aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Visits: 1}, linkgraph.Unlisted},
		{aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeType}, linkgraph.Unread},
		{aranea.Entry{State: aranea.StateDone, Reason: aranea.BodyType}, linkgraph.Unread},
		{aranea.Entry{State: aranea.StateExcluded, Reason: aranea.BodyType}, linkgraph.Unlisted},
	} {
		if got := StandingOf(&tt.e); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.e, got, tt.want)
		}
	}
}
