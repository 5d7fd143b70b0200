package curation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/console/searchlog"
	"github.com/aranea-search/aranea/console/searchlog/tally"
	"github.com/aranea-search/aranea/engine/trail"
)

// shown notes what a page shows.
type shown struct {
	code    int
	data    any
	refused string
	failed  error
}

func (s *shown) Show(_ http.ResponseWriter, _ *http.Request, code int, _, _ string, data any) {
	s.code, s.data = code, data
}

func (s *shown) Refuse(_ http.ResponseWriter, _ *http.Request, code int, text string) {
	s.code, s.refused = code, text
}

func (s *shown) Fail(_ http.ResponseWriter, _ *http.Request, err error) { s.code, s.failed = 500, err }

func (s *shown) Operator(*http.Request) string { return "anna" }

// edited sends a request to the page of a list, as a form if there is one.
func edited(t testing.TB, p *Page, path string, form url.Values) (*view, *shown) {
	t.Helper()
	s := &shown{}
	p.Pages = s
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	p.ServeHTTP(httptest.NewRecorder(), r)
	v, _ := s.data.(*view)
	return v, s
}

// pageOf returns the page of a list, for an index with the pages below http://in.test.
func pageOf(l List, log *bytes.Buffer) *Page {
	return &Page{List: l, Log: slog.New(slog.NewTextHandler(log, nil)), Explain: func(_ context.Context, u string) (trail.Trail, error) {
		return trail.Trail{In: strings.HasPrefix(u, "http://in.test/")}, nil
	}}
}

// TestEdit writes a list, as it is typed in a browser: what is no list, and what would undo the change of
// somebody else, is told with what was typed, and changes nothing.
func TestEdit(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	path := filepath.Join(t.TempDir(), "synonyms.txt")
	p := pageOf(Synonyms(path), &log)
	v, _ := edited(t, p, SynonymsPath+"?add="+url.QueryEscape("big  tv,#"), nil)
	if v.Text != "big tv, \n" || !v.Begun {
		t.Errorf("a line begins with %q", v.Text)
	}
	empty := v.Before
	for _, tt := range []struct {
		name, text, before string
		code               int
		want, file         string // what is told, and what the file holds then
	}{
		{"no list", "tv, telly\r\nalone\r\nfiletype:x, b", empty, 400, "[line 2: it has one word only; name those that mean the same, with commas between them line 3: \"filetype:x\" is no plain word", ""},
		{"a list", "tv, telly\r\n# ü\r\n\r\n", empty, 200, "Saved. Searches use the list of 2 words", "tv, telly\n# ü\n"},
		{"of somebody else", "a, b", empty, 409, "Somebody else has changed the list meanwhile", "tv, telly\n# ü\n"},
		{"the same again", "tv, telly\n# ü", "", 200, "Saved", "tv, telly\n# ü\n"},
		{"the same, sent twice", "tv, telly\n# ü", empty, 200, "Saved", "tv, telly\n# ü\n"},
		{"emptied", "\r\n", "", 200, "list of 0 words", ""},
	} {
		if v, _ := edited(t, p, SynonymsPath, nil); tt.before == "" {
			tt.before = v.Before
		}
		v, s := edited(t, p, SynonymsPath, url.Values{"text": {tt.text}, "before": {tt.before}})
		file, err := os.ReadFile(path)
		if s.code != tt.code || !strings.Contains(fmt.Sprint(v.Faults)+v.Saved, tt.want) || string(file) != tt.file || err != nil && tt.file != "" {
			t.Errorf("%s: %d, %q, %q; the file has %q", tt.name, s.code, v.Faults, v.Saved, file)
		}
		if tt.code != 200 && v.Text != typed(tt.text) {
			t.Errorf("%s: %q is shown", tt.name, v.Text)
		}
		if (tt.code == 409) != (v.Other == tt.file && v.Before != tt.before && v.Other != "") {
			t.Errorf("%s: the other list is %q", tt.name, v.Other)
		}
	}
	if told := log.String(); strings.Count(told, "\n") != 2 || !strings.Contains(told, "operator=anna order=edit list=synonyms entries=2 error=<nil>") {
		t.Errorf("the log:\n%s", told)
	}
	if _, s := edited(t, p, SynonymsPath, url.Values{"text": {strings.Repeat("x", MaxText+1)}}); s.code != 400 || !strings.Contains(s.refused, "256 KiB") {
		t.Errorf("a long text: %d, %q", s.code, s.refused)
	}
}

// TestEditLongest: a list of the maximum size can be saved from a browser, which sends two bytes for the end of
// each line and three for each byte that is no letter.
func TestEditLongest(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"short lines": "a,b\n", "Cyrillic": "я,ю\n", "no words": "\n"} {
		text := strings.Repeat(line, MaxText/len(line)-4) + "c,d\n"
		p := pageOf(Synonyms(filepath.Join(t.TempDir(), "synonyms.txt")), new(bytes.Buffer))
		was, _ := edited(t, p, SynonymsPath, nil)
		v, s := edited(t, p, SynonymsPath, url.Values{"before": {was.Before}, "text": {strings.ReplaceAll(text, "\n", "\r\n")}})
		if s.code != 200 || v == nil || v.Saved == "" {
			t.Errorf("%s: %d, %q, %+v", name, s.code, s.refused, v)
		}
	}
}

// TestEditPins tells which pinned pages are not in the index, and keeps the mode of the file and a link
// to it.
func TestEditPins(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, path := filepath.Join(dir, "real.txt"), filepath.Join(dir, "pins.txt")
	if err := os.WriteFile(file, []byte("a => http://in.test/1\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.txt", path); err != nil {
		path = file // a system without links
	}
	p := pageOf(Pins(path), new(bytes.Buffer))
	was, _ := edited(t, p, PinsPath, nil)
	v, s := edited(t, p, PinsPath, url.Values{"before": {was.Before}, "text": {was.Text + "b, c => http://out.test/2 http://in.test/3 http://out.test/1\n"}})
	if s.code != 200 || !strings.Contains(v.Saved, "3 queries") || !reflect.DeepEqual(v.Missing, []string{"http://out.test/1", "http://out.test/2"}) {
		t.Errorf("%d, %q, %q, %q", s.code, v.Saved, v.Missing, v.Faults)
	}
	text, err := os.ReadFile(file)
	info, serr := os.Stat(file)
	if err != nil || serr != nil || strings.Count(string(text), "\n") != 2 || info.Mode().Perm()&0o040 == 0 {
		t.Errorf("%q, %v, %v, %v", text, info.Mode(), err, serr)
	}
}

// TestEditWeights writes a list of weights; a line of it does not begin with a query.
func TestEditWeights(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	path := filepath.Join(t.TempDir(), "weights.txt")
	p := pageOf(Weights(path), &log)
	was, _ := edited(t, p, WeightsPath+"?add=tv", nil)
	if was.Text != "" || was.Begun || !was.Weights || was.Pins {
		t.Errorf("%+v", was)
	}
	v, s := edited(t, p, WeightsPath, url.Values{"before": {was.Before}, "text": {"/docs/ more\r\n/blog/ fewer"}})
	if s.code != 400 || !strings.Contains(fmt.Sprint(v.Faults), "line 2: behind the pattern it must have one of these: much less, less, more, much more, normal") {
		t.Errorf("%d, %q", s.code, v.Faults)
	}
	v, s = edited(t, p, WeightsPath, url.Values{"before": {was.Before}, "text": {"/docs/ more\r\n/blog/ less"}})
	if file, err := os.ReadFile(path); s.code != 200 || !strings.Contains(v.Saved, "the list of 2 patterns") || string(file) != "/docs/ more\n/blog/ less\n" || err != nil {
		t.Errorf("%d, %q; the file has %q, %v", s.code, v.Saved, file, err)
	}
	if !strings.Contains(log.String(), "operator=anna order=edit list=weights entries=2") {
		t.Errorf("the log:\n%s", log.String())
	}
}

// TestLists: the lists are edited where all have a file, each at an address that takes forms.
func TestLists(t *testing.T) {
	t.Parallel()
	f := Files{Synonyms: "s", Pins: "p", Weights: "w"}
	for _, l := range f.Lists() {
		if !IsList(l.Address) {
			t.Errorf("%s takes no form", l.Address)
		}
	}
	if len(f.Lists()) != 3 || len(f.Sections("/")) != 4 || IsList(SearchesPath) {
		t.Errorf("%d lists, sections %v", len(f.Lists()), f.Sections("/"))
	}
	if f.Weights = ""; len(f.Lists()) != 0 || len(f.Sections("/")) != 1 {
		t.Errorf("without a file for one of them %d are edited", len(f.Lists()))
	}
}

// TestNotEditable: what a browser cannot hold, or could not send back as it was, is left to an editor of
// files; what cannot be written is told without the name of the file.
func TestNotEditable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"long": strings.Repeat("# x\n", MaxText/4+1), "bytes": "\xff, a", "too long": strings.Repeat("# x\n", 1<<20+1)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, form := range []url.Values{nil, {"text": {"a, b"}}} {
			if v, s := edited(t, pageOf(Synonyms(path), new(bytes.Buffer)), SynonymsPath, form); s.code != 200 || !strings.Contains(v.TooLong, "cannot be edited here") || v.Text != "" {
				t.Errorf("%s: %d, %+v", name, s.code, v)
			}
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%s was changed: %v", name, err)
		}
	}
	p := pageOf(Synonyms(filepath.Join(dir, "none", "synonyms.txt")), new(bytes.Buffer))
	was, _ := edited(t, p, SynonymsPath, nil)
	v, s := edited(t, p, SynonymsPath, url.Values{"before": {was.Before}, "text": {"a, b"}})
	if s.code != 409 || !strings.Contains(fmt.Sprint(v.Faults), "its file cannot be written") || strings.Contains(fmt.Sprint(v.Faults), dir) || v.Text != "a, b\n" {
		t.Errorf("%d, %+v", s.code, v)
	}
	if v, s := edited(t, pageOf(Synonyms(dir), new(bytes.Buffer)), SynonymsPath, nil); s.code != 200 || !strings.Contains(v.TooLong, "its path names a folder") {
		t.Errorf("a folder as a list: %+v", s)
	}
}

// TestSearches counts the searches of a period over the files of a log, and leads to lines of the lists.
func TestSearches(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "log")
	write := func(name string, lines ...searchlog.Line) {
		t.Helper()
		var text bytes.Buffer
		for i := range lines {
			if err := json.NewEncoder(&text).Encode(&lines[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	line := func(days int, query string, total, some int) searchlog.Line {
		return searchlog.Line{At: now.AddDate(0, 0, -days), Query: query, Total: total, Some: some}
	}
	write(path+".1", line(300, "old", 3, 0), line(20, "Telly", 0, 0))
	write(path, line(3, "telly", 2, 2), line(1, "tv", 1200, 0), line(0, "tv & b", 1, 0))
	ask := func(path, address string) *searched {
		t.Helper()
		s := &shown{}
		p := &Searches{Files: &Files{Searches: path}, Pages: s, Now: func() time.Time { return now }}
		p.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, address, http.NoBody))
		v, ok := s.data.(*searched)
		if !ok {
			t.Fatalf("%+v", s)
		}
		return v
	}
	for address, want := range map[string]string{
		SearchesPath:               "4 searches, 3 different queries. 2 found no page that has all the words.",
		SearchesPath + "?days=7":   "3 searches, 3 different queries. 1 found no page that has all the words.",
		SearchesPath + "?days=x":   "4 searches, 3 different queries. 2 found no page that has all the words.",
		SearchesPath + "?days=365": "5 searches, 4 different queries. 2 found no page that has all the words.",
	} {
		if v := ask(path, address); v.Sum != want || v.Cut {
			t.Errorf("%s: %q, cut %t", address, v.Sum, v.Cut)
		}
	}
	v := ask(path, SearchesPath)
	if vain := v.Lists[0].Rows; len(vain) != 1 || vain[0].Query != "telly" || vain[0].Searches != "2" || vain[0].Pages != "0, and 2 with some of the words" || vain[0].Synonym != "/synonyms?add=telly" {
		t.Errorf("in vain: %+v", vain)
	}
	if often := v.Lists[1].Rows; len(often) != 3 || often[1].URL != "/?q=tv+%26+b" || often[2].Pages != "1,200" {
		t.Errorf("most often: %+v", often)
	}
	if v := ask("", SearchesPath); v.Noted || len(v.Lists) > 0 {
		t.Errorf("without a log: %+v", v)
	}
	for name, path := range map[string]string{"an empty log": filepath.Join(t.TempDir(), "none"), "no file": t.TempDir()} {
		if v := ask(path, SearchesPath); v.Sum != "No searches." {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// TestOthersMaySave: while it is looked which pinned pages are in the index, which other nodes may have to tell, others
// may save.
func TestOthersMaySave(t *testing.T) {
	t.Parallel()
	p := pageOf(Pins(filepath.Join(t.TempDir(), "pins.txt")), new(bytes.Buffer))
	looked := false
	p.Explain = func(context.Context, string) (trail.Trail, error) {
		looked = true
		if !p.saving.TryLock() {
			return trail.Trail{}, errors.New("others wait")
		}
		p.saving.Unlock()
		return trail.Trail{}, nil
	}
	v, _ := edited(t, p, PinsPath, url.Values{"before": {digest(nil)}, "text": {"a => http://out.test/"}})
	if !looked || len(v.Missing) != 1 {
		t.Errorf("%+v", v)
	}
}

// TestNewestFirst: of a log that is longer than what is read, the end counts.
func TestNewestFirst(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	var text bytes.Buffer
	for i := range 100 {
		fmt.Fprintf(&text, `{"at":"2026-11-30T12:00:00Z","query":"q%d","total":1}`+"\n", i)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var some tally.Tally
	read, begins, err := readEnd(&some, path, 520)
	if err != nil || read != 520 || begins != int64(text.Len())-520 {
		t.Fatalf("%d bytes from %d, %v", read, begins, err)
	}
	if r := some.Report(1000); r.Searches != 9 || r.Unread != 1 || r.Often[0].Query != "q91" && r.Often[0].Query != "q99" {
		t.Errorf("%+v", r)
	}
	if _, _, err := readEnd(&some, path+".1", 520); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
