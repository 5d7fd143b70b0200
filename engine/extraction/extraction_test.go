package extraction_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/extraction"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/weburl"
)

// rules reads a file of rules with a text.
func rules(t *testing.T, text string) (extraction.Way, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "zones.rules")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := extraction.ReadRules(path)
	return extraction.Way{Rules: r}, err
}

// TestSince checks that the pages of a host are read again exactly if its rules have changed,
// and that pages that need a new browser are as well.
func TestSince(t *testing.T) {
	t.Parallel()
	page := func(url, media string, r aranea.Reason) *aranea.Entry {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		return &aranea.Entry{URL: u, MediaType: media, Reason: r}
	}
	before, err := rules(t, "a.test main p\nb.test main p\n")
	if err != nil {
		t.Fatal(err)
	}
	if all := before.Since(extraction.Before{State: before.State(), Rendered: true}); len(all) != 0 {
		t.Errorf("nothing has changed, and %d reasons to read again", len(all))
	}
	now, err := rules(t, "# new\n a.test  main   p\nb.test main td\n")
	if err != nil {
		t.Fatal(err)
	}
	all := now.Since(extraction.Before{State: before.State(), Rendered: true})
	if len(all) != 1 {
		t.Fatalf("%d reasons to read again", len(all))
	}
	for _, tt := range []struct {
		url, media string
		want       bool
	}{
		{"http://a.test/", "text/html", false}, {"http://b.test/", "text/html", true}, {"http://www.b.test/", "application/xhtml+xml", true},
		{"http://b.test/x", "", true}, {"http://b.test/x", "application/pdf", false},
	} {
		if got := all[0].Reads(page(tt.url, tt.media, aranea.IndexAdded)); got != tt.want {
			t.Errorf("%s of type %q: %v", tt.url, tt.media, got)
		}
	}
	rendered := extraction.Way{Browser: "chromium"}
	if all := rendered.Since(extraction.Before{}); len(all) != 1 || !all[0].Reads(page("http://a.test/", "text/html", aranea.IndexScript)) || all[0].Reads(page("http://a.test/", "text/html", aranea.IndexAdded)) {
		t.Errorf("a new browser: %d reasons", len(all))
	}
	if all := rendered.Since(extraction.Before{Rendered: true}); len(all) != 0 {
		t.Error("a browser that is not new is a reason")
	}
}

// outside has built-in readers and no plugins.
type outside struct {
	extract.Outside
	readers map[string]string
}

func (outside) Plugins() []frame.Hello        { return nil }
func (o outside) Reader(format string) string { return o.readers[format] }

// TestReaders checks that exactly those documents are read again whose reader has changed or is
// unknown, as in a folder of an earlier version.
func TestReaders(t *testing.T) {
	t.Parallel()
	way := extraction.Way{Outside: outside{readers: map[string]string{"pdf": "pdf 2", "rtf": "rtf 1"}}}
	if none := way.Since(extraction.Before{State: way.State()}); len(none) != 0 {
		t.Errorf("nothing has changed, and %d reasons to read again", len(none))
	}
	for _, tt := range []struct {
		name, url, media string
		before           map[string]string
		state            aranea.EntryState
		want             bool
	}{
		{"another version", "http://a.test/x", "application/pdf", map[string]string{"pdf": "pdf 1", "rtf": "rtf 1"}, aranea.StateDone, true},
		{"by its ending", "http://a.test/x.pdf", "application/octet-stream", map[string]string{"pdf": "pdf 1", "rtf": "rtf 1"}, aranea.StateDone, true},
		{"the same version", "http://a.test/x.rtf", "application/rtf", map[string]string{"pdf": "pdf 1", "rtf": "rtf 1"}, aranea.StateDone, false},
		{"no web page", "http://a.test/", "text/html", nil, aranea.StateDone, false},
		{"a folder of before", "http://a.test/x.rtf", "application/rtf", nil, aranea.StateDone, true},
		{"what is gone", "http://a.test/x.pdf", "application/pdf", nil, aranea.StateGone, false},
	} {
		all := way.Since(extraction.Before{State: extraction.State{Readers: tt.before}})
		e := &aranea.Entry{URL: weburl.MustParse(tt.url), MediaType: tt.media, State: tt.state}
		if len(all) != 1 || all[0].Reads(e) != tt.want {
			t.Errorf("%s: %d reasons to read again, want one that says %v", tt.name, len(all), tt.want)
		}
	}
}

// TestLines checks that pages that can be found are read again once they are written for other
// programs, because the index does not keep all of them.
func TestLines(t *testing.T) {
	t.Parallel()
	way := extraction.Way{Lines: true}
	all := way.Since(extraction.Before{})
	if len(all) != 1 || len(way.Since(extraction.Before{Lines: true})) != 0 || len((&extraction.Way{}).Since(extraction.Before{Lines: true})) != 0 {
		t.Fatalf("%d reasons to read again", len(all))
	}
	for _, tt := range []struct {
		name string
		e    aranea.Entry
		want bool
	}{
		{"in the index", aranea.Entry{State: aranea.StateDone, Indexed: true}, true},
		{"hidden", aranea.Entry{State: aranea.StateExcluded, Indexed: true}, false},
		{"a copy", aranea.Entry{State: aranea.StateDone, Reason: aranea.DupExact}, false},
		{"missing for a while", aranea.Entry{State: aranea.StateGone, Indexed: true}, false},
	} {
		if got := all[0].Reads(&tt.e); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestAlike checks that pages are read in another way from now on if what reads them has changed, or
// is unknown, or if another browser renders them.
func TestAlike(t *testing.T) {
	t.Parallel()
	before, now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name    string
		state   extraction.State
		browser bool
		want    time.Time
	}{
		{"nothing has changed", extraction.State{Pages: extract.Version, Alike: before}, true, before},
		{"never", extraction.State{Pages: extract.Version}, true, time.Time{}},
		{"another browser, or none", extraction.State{Pages: extract.Version, Alike: before}, false, now},
		{"another reader", extraction.State{Pages: extract.Version - 1, Alike: before}, true, now},
		{"a folder of before", extraction.State{}, true, now},
	} {
		way := extraction.Way{Alike: tt.state.AlikeFrom(now, tt.browser)}
		if s := way.State(); !s.Alike.Equal(tt.want) || s.Pages != extract.Version {
			t.Errorf("%s: version %d, alike since %s", tt.name, s.Pages, s.Alike)
		}
	}
}

// TestMedia checks that new kinds of files whose headers are read make exactly those files due
// of which nothing was read.
func TestMedia(t *testing.T) {
	t.Parallel()
	way := extraction.Way{Media: []string{"audio", "image"}, InScope: func(e *aranea.Entry) bool { return e.URL.Host() == "a.test" }}
	all := way.Since(extraction.Before{Media: []string{"audio"}})
	if len(all) != 1 {
		t.Fatalf("%d reasons to read again", len(all))
	}
	if none := way.Since(extraction.Before{Media: way.Media}); len(none) != 0 {
		t.Errorf("nothing has changed, and %d reasons to read again", len(none))
	}
	for _, tt := range []struct {
		name, url, media string
		state            aranea.EntryState
		reason           aranea.Reason
		how              aranea.How
		want             bool
	}{
		{"a link to a picture", "http://a.test/x.png", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowAnchor, true},
		{"a picture in a page, of no ending", "http://a.test/x?1", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowPicture, true},
		{"sound in a page, of no ending", "http://a.test/x?2", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowRecording, false},
		{"a picture elsewhere", "http://b.test/x.png", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowPicture, false},
		{"a link elsewhere", "http://b.test/x.png", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowAnchor, false},
		{"a song, read before", "http://a.test/x.mp3", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowAnchor, false},
		{"a program", "http://a.test/x.exe", "", aranea.StateExcluded, aranea.ScopeType, aranea.HowAnchor, false},
		{"visited, and of a type that was not read", "http://a.test/x?2", "image/png", aranea.StateDone, aranea.BodyType, aranea.HowAnchor, true},
		{"visited, and a page", "http://a.test/x.png", "text/html", aranea.StateDone, aranea.IndexAdded, aranea.HowAnchor, false},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		e := aranea.Entry{URL: u, MediaType: tt.media, State: tt.state, Reason: tt.reason, How: tt.how}
		if got := all[0].Reads(&e); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestForms checks that web pages that were visited are read again when forms are filled in.
func TestForms(t *testing.T) {
	t.Parallel()
	readAgain(t, extraction.Way{Forms: true}, extraction.Before{Forms: true})
}

// TestParts checks that web pages that were visited are read again when their parts are recorded.
func TestParts(t *testing.T) {
	t.Parallel()
	readAgain(t, extraction.Way{Parts: true}, extraction.Before{Parts: true})
}

// readAgain checks that one thing that is read from now on is a reason to read web pages again,
// unless it was read before, and that to read it no more is none.
func readAgain(t *testing.T, way extraction.Way, same extraction.Before) {
	t.Helper()
	all := way.Since(extraction.Before{})
	if len(all) != 1 || len(way.Since(same)) != 0 || len((&extraction.Way{}).Since(same)) != 0 {
		t.Fatalf("%d reasons to read again", len(all))
	}
	for media, want := range map[string]bool{"text/html": true, "application/pdf": false} {
		for _, state := range []aranea.EntryState{aranea.StateDone, aranea.StateExcluded, aranea.StateGone} {
			if got := all[0].Reads(&aranea.Entry{State: state, MediaType: media}); got != (want && state == aranea.StateDone) {
				t.Errorf("%s, %s: %v", media, state, got)
			}
		}
	}
}

// TestRecordings checks that sound and video that pages play are due when their headers are
// read, whatever their names are.
func TestRecordings(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/x?1")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]bool{"audio": true, "video": true, "image": false, "archive": false} {
		way := extraction.Way{Media: []string{kind}, InScope: func(*aranea.Entry) bool { return true }}
		if got := way.Since(extraction.Before{})[0].Reads(&aranea.Entry{URL: u, State: aranea.StateExcluded, Reason: aranea.ScopeType, How: aranea.HowRecording}); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

// TestReadRules checks that the error for a missing, too large or wrong file names it.
func TestReadRules(t *testing.T) {
	t.Parallel()
	if r, err := extraction.ReadRules(""); r != nil || err != nil {
		t.Errorf("no file: %v, %v", r, err)
	}
	if _, err := extraction.ReadRules(filepath.Join(t.TempDir(), "none")); aranea.KindOf(err) != aranea.Invalid {
		t.Error(err)
	}
	for text, want := range map[string]string{"a.test main": "line 1: ", strings.Repeat("#", 1<<20+1): "more than 1048576 bytes"} {
		if _, err := rules(t, text); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "zones.rules") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestItems: web pages are read again for other items, where these are written.
func TestItems(t *testing.T) {
	t.Parallel()
	rules := func(texts ...string) items.Rules {
		all, err := items.ParseAll(texts)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	quotes, jobs := rules("q=css:p", "q.t=css:b"), rules("j=css:p", "j.t=css:b")
	for _, tt := range []struct {
		name        string
		before, now items.Rules
		lines       bool
		changes     int
	}{
		{"first ones", nil, quotes, true, 1},
		{"others", quotes, jobs, true, 1},
		{"the same", quotes, quotes, true, 0},
		{"none any more", quotes, nil, true, 0},
		{"written for nobody", nil, quotes, false, 0},
	} {
		way := extraction.Way{Lines: tt.lines, Items: tt.now}
		all := way.Since(extraction.Before{Lines: tt.lines, Items: tt.before})
		if len(all) != tt.changes || len(way.LineItems()) > 0 != (tt.lines && len(tt.now) > 0) {
			t.Errorf("%s: %d changes", tt.name, len(all))
			continue
		}
		for media, reads := range map[string]bool{"text/html": true, "application/pdf": false} {
			e := aranea.Entry{State: aranea.StateDone, Indexed: true, MediaType: media}
			if tt.changes > 0 && all[0].Reads(&e) != reads {
				t.Errorf("%s: %s is read again: %t", tt.name, media, !reads)
			}
		}
	}
}
