package chains

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
)

// urls yields URLs of a.test, each a path, a status, a reason and a target.
func urls(rows ...string) func(context.Context) iter.Seq2[URL, error] {
	return func(context.Context) iter.Seq2[URL, error] {
		return func(yield func(URL, error) bool) {
			for _, row := range rows {
				var u URL
				var path, target string
				_, _ = fmt.Sscan(row, &path, &u.Status, &u.Reason, &target) // some have no target
				u.URL, u.Indexed = "http://a.test"+path, u.Reason == "INDEX.ADDED"
				if u.Target = target; strings.HasPrefix(target, "/") {
					u.Target = "http://a.test" + target
				}
				if !yield(u, nil) {
					return
				}
			}
		}
	}
}

func list(t *testing.T, host string, rows ...string) []string {
	t.Helper()
	found, more, err := Find(t.Context(), host, urls(rows...))
	if err != nil || more {
		t.Fatal(more, err)
	}
	var out []string
	for _, c := range found {
		text := c.Fault + " " + c.URL
		for _, s := range c.Steps {
			text += fmt.Sprintf(" > %s %d %s", s.URL, s.Status, s.Reason)
		}
		out = append(out, strings.ReplaceAll(text, "http://a.test", ""))
	}
	return out
}

// TestFind checks which redirects and canonical links have a fault.
func TestFind(t *testing.T) {
	t.Parallel()
	rows := []string{
		"/ok 200 INDEX.ADDED", "/one 301 HTTP.REDIRECT /ok", "/two 302 HTTP.REDIRECT /one", "/canonical 200 DUP.CANONICAL /one",
		"/hint 200 INDEX.ADDED http://b.test/",                           // it stays in the index
		"/self 301 HTTP.REDIRECT /self", "/into 308 HTTP.REDIRECT /self", // loops
		"/gone 404 HTTP.NOT-FOUND", "/old 301 HTTP.REDIRECT /gone", // a dead end
		"/closed 200 DIRECTIVE.NOINDEX", "/to-closed 200 DUP.CANONICAL /closed",
		"/copy 200 DUP.EXACT", "/to-copy 301 HTTP.REDIRECT /copy", // its text is in the index
		"/away 301 HTTP.REDIRECT http://b.test/", "/far 301 HTTP.REDIRECT /away", // nobody knows the end
		"/members 403 HTTP.LOGIN", "/to-members 302 HTTP.REDIRECT /members",
		"/mirror 301 MIRROR.MOVED /old", "/same 200 MIRROR.MOVED /old", "/wait 0 SCHEDULE.QUEUED", "/to-wait 200 DIRECTIVE.REFRESH /wait", "/bad 301 HTTP.REDIRECT http://[",
	}
	want := []string{
		"loop /into > /self 301 HTTP.REDIRECT > /self 301 HTTP.REDIRECT",
		"loop /self > /self 301 HTTP.REDIRECT",
		"dead-end /mirror > /old 301 HTTP.REDIRECT > /gone 404 HTTP.NOT-FOUND",
		"dead-end /old > /gone 404 HTTP.NOT-FOUND",
		"dead-end /to-closed > /closed 200 DIRECTIVE.NOINDEX",
		"chain /canonical > /one 301 HTTP.REDIRECT > /ok 200 INDEX.ADDED",
		"chain /far > /away 301 HTTP.REDIRECT > http://b.test/ 0 ",
		"chain /two > /one 301 HTTP.REDIRECT > /ok 200 INDEX.ADDED",
	}
	if got := list(t, "", rows...); !slices.Equal(got, want) {
		t.Errorf("chains:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := list(t, "b.test", rows...); len(got) != 0 {
		t.Errorf("of another host: %q", got)
	}
	if got := list(t, "a.test", rows...); len(got) != len(want) {
		t.Errorf("of the host: %q", got)
	}
}

// TestSteps: more steps than are followed count as a loop.
func TestSteps(t *testing.T) {
	t.Parallel()
	rows := []string{"/0 200 INDEX.ADDED"}
	for i := range MaxSteps + 1 {
		rows = append(rows, fmt.Sprintf("/%d 301 HTTP.REDIRECT /%d", i+1, i))
	}
	got := list(t, "", rows...)
	if len(got) != MaxSteps || !strings.HasPrefix(got[0], "loop /11 > /10 ") || !strings.HasPrefix(got[1], "chain /10 > /9 ") {
		t.Errorf("%q", got)
	}
}

func TestError(t *testing.T) {
	t.Parallel()
	broken := func(context.Context) iter.Seq2[URL, error] {
		return func(yield func(URL, error) bool) { yield(URL{}, errors.New("disk")) }
	}
	if _, _, err := Find(t.Context(), "", broken); err == nil {
		t.Error("an error of the list is not told")
	}
}
