package chains

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A web has entries of a.test by their URLs.
type web map[weburl.URL]aranea.Entry

// webOf returns entries of a.test, each of a path, a status, a reason and a target.
func webOf(t *testing.T, rows ...string) web {
	t.Helper()
	w := web{}
	for _, row := range rows {
		var e aranea.Entry
		var path, reason, target string
		_, _ = fmt.Sscan(row, &path, &e.Status, &reason, &target) // some have no target
		r, ok := aranea.ParseReason(reason)
		if !ok {
			t.Fatal(row)
		}
		e.URL, e.Reason, e.Indexed, e.Target = weburl.MustParse("http://a.test"+path), r, r == aranea.IndexAdded, target
		if strings.HasPrefix(target, "/") {
			e.Target = "http://a.test" + target
		}
		w[e.URL] = e
	}
	return w
}

func (w web) known(u weburl.URL) (aranea.Entry, bool, error) {
	e, known := w[u]
	return e, known, nil
}

// from returns the fault and the way that begins with a path.
func (w web) from(t *testing.T, path string) string {
	t.Helper()
	e := w[weburl.MustParse("http://a.test"+path)]
	way, fault, err := From(&e, w.known)
	if err != nil {
		t.Fatal(err)
	}
	text := fault
	for _, s := range way {
		text += fmt.Sprintf(" > %s %d %s", s.URL, s.Status, s.Reason)
	}
	return strings.ReplaceAll(text, "http://a.test", "")
}

// TestFrom checks which redirects and canonical links have a fault.
func TestFrom(t *testing.T) {
	t.Parallel()
	w := webOf(t,
		"/ok 200 INDEX.ADDED", "/one 301 HTTP.REDIRECT /ok", "/two 302 HTTP.REDIRECT /one", "/canonical 200 DUP.CANONICAL /one",
		"/hint 200 INDEX.ADDED http://b.test/",                           // it stays in the index
		"/self 301 HTTP.REDIRECT /self", "/into 308 HTTP.REDIRECT /self", // loops
		"/gone 404 HTTP.NOT-FOUND", "/old 301 HTTP.REDIRECT /gone", // a dead end
		"/closed 200 DIRECTIVE.NOINDEX", "/to-closed 200 DUP.CANONICAL /closed",
		"/copy 200 DUP.EXACT", "/to-copy 301 HTTP.REDIRECT /copy", // its text is in the index
		"/away 301 HTTP.REDIRECT http://b.test/", "/far 301 HTTP.REDIRECT /away", // nobody knows the end
		"/members 403 HTTP.LOGIN", "/to-members 302 HTTP.REDIRECT /members",
		"/mirror 301 MIRROR.MOVED /old", "/same 200 MIRROR.MOVED /old", "/wait 0 SCHEDULE.QUEUED", "/to-wait 200 DIRECTIVE.REFRESH /wait", "/bad 301 HTTP.REDIRECT http://[",
	)
	want := map[string]string{
		"/into":      "loop > /into 308 HTTP.REDIRECT > /self 301 HTTP.REDIRECT > /self 301 HTTP.REDIRECT",
		"/self":      "loop > /self 301 HTTP.REDIRECT > /self 301 HTTP.REDIRECT",
		"/mirror":    "dead-end > /mirror 301 MIRROR.MOVED > /old 301 HTTP.REDIRECT > /gone 404 HTTP.NOT-FOUND",
		"/old":       "dead-end > /old 301 HTTP.REDIRECT > /gone 404 HTTP.NOT-FOUND",
		"/to-closed": "dead-end > /to-closed 200 DUP.CANONICAL > /closed 200 DIRECTIVE.NOINDEX",
		"/canonical": "chain > /canonical 200 DUP.CANONICAL > /one 301 HTTP.REDIRECT > /ok 200 INDEX.ADDED",
		"/far":       "chain > /far 301 HTTP.REDIRECT > /away 301 HTTP.REDIRECT > http://b.test/ 0 ",
		"/two":       "chain > /two 302 HTTP.REDIRECT > /one 301 HTTP.REDIRECT > /ok 200 INDEX.ADDED",
	}
	for u := range w {
		path := strings.TrimPrefix(u.String(), "http://a.test")
		got := w.from(t, path)
		if fault, _, _ := strings.Cut(got, " "); fault == "" { // it leads nowhere, or in one step to a page
			got = ""
		}
		if got != want[path] {
			t.Errorf("%s: %q, want %q", path, got, want[path])
		}
	}
}

// TestSteps: more steps than are followed count as a loop.
func TestSteps(t *testing.T) {
	t.Parallel()
	rows := []string{"/0 200 INDEX.ADDED"}
	for i := range MaxSteps + 1 {
		rows = append(rows, fmt.Sprintf("/%d 301 HTTP.REDIRECT /%d", i+1, i))
	}
	w := webOf(t, rows...)
	for path, want := range map[string]string{"/11": "loop > /11 ", "/10": "chain > /10 ", "/2": "chain > /2 ", "/1": " > /1 "} {
		if got := w.from(t, path); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// TestUnchanged: a page whose last answer said that it is unchanged is what it was.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	w := webOf(t, "/one 301 HTTP.REDIRECT /two", "/two 304 DUP.CANONICAL /ok", "/ok 304 INDEX.ADDED")
	if got, want := w.from(t, "/one"), "chain > /one 301 HTTP.REDIRECT > /two 200 DUP.CANONICAL > /ok 200 INDEX.ADDED"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestError(t *testing.T) {
	t.Parallel()
	w := webOf(t, "/one 301 HTTP.REDIRECT /ok")
	e := w[weburl.MustParse("http://a.test/one")]
	_, _, err := From(&e, func(weburl.URL) (aranea.Entry, bool, error) { return aranea.Entry{}, false, errors.New("disk") })
	if err == nil {
		t.Error("an error is not told")
	}
}
