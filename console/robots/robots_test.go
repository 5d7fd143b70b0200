package robots

import (
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/robotsfile"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// ask returns the question of a form, given in pairs of name and value.
func ask(t *testing.T, pairs ...string) Question {
	t.Helper()
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	q, problem := Read(v)
	if problem != "" {
		t.Fatal(problem)
	}
	return q
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, form, want string }{
		{"another scheme", "url=ftp://a.test/", "not a URL"},
		{"no host", "url=http://", "not a URL"},
		{"no dialect", "url=a.test&dialect=none", "not known"},
		{"a file without a URL", "file=x", "Name the URL"},
		{"a file that is too long", "url=a.test&file=" + strings.Repeat("x", MaxPasted+1), "too long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := url.ParseQuery(tt.form)
			if err != nil {
				t.Fatal(err)
			}
			if _, problem := Read(v); !strings.Contains(problem, tt.want) {
				t.Errorf("%q", problem)
			}
		})
	}
	if _, problem := Read(url.Values{"url": {"a.test"}, "file": {strings.Repeat("x", MaxPasted)}}); problem != "" {
		t.Errorf("a file that just fits: %s", problem)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		want string
		file robotsfile.File
	}{
		{"read 2026-11-20 12:00:00 UTC, 3 bytes", robotsfile.File{Class: "rules", Fetched: noon, Body: []byte("abc")}},
		{"read 2026-11-20 12:00:00 UTC, 3 bytes, all that is read of a longer file", robotsfile.File{Class: "rules", Fetched: noon, Body: []byte("abc"), Truncated: true}},
		{"unavailable since 2026-11-20 12:00:00 UTC (status 503)", robotsfile.File{Class: "unreachable", DownSince: noon, Status: 503}},
		{"refused, which closes the host (a challenge)", robotsfile.File{Class: "forbidden", Status: 403, Detail: "a challenge"}},
		{"none, so nothing is closed (status 404)", robotsfile.File{Class: "unavailable", Status: 404}},
	}
	for _, tt := range tests {
		if got := Describe(&tt.file); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestLinesBounds checks that long files and lines are truncated, and that it is said.
func TestLinesBounds(t *testing.T) {
	t.Parallel()
	body := strings.Repeat("Disallow: /a\n", maxLines)
	if lines, notes := Lines([]byte(body)); len(lines) != maxLines || notes != nil {
		t.Errorf("a file that just fits: %d lines, %v", len(lines), notes)
	}
	lines, notes := Lines([]byte(strings.Repeat("y", 10*maxLine) + "\n" + body))
	if len(lines) != maxLines || len(notes) != 1 || notes[0] != "The first 2,000 lines are shown." {
		t.Errorf("%d lines, %v", len(lines), notes)
	}
	if n := len([]rune(lines[0])); n > maxLine {
		t.Errorf("a line of %d characters", n)
	}
}

// TestAnswerCompares checks that a comparison ends at its limits, and what is left if the list of
// known URLs ends with an error.
func TestAnswerCompares(t *testing.T) {
	t.Parallel()
	q := ask(t, "url", "a.test", "compare", "1", "file", "User-agent: *\nDisallow: /new\n")
	stored := &robotsfile.File{Class: "rules", Body: []byte("User-agent: *\nDisallow: /old\n")}
	broken := errors.New("broken")
	known := func(n int, end error) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for i := range n {
				if !yield(fmt.Sprintf("http://a.test/new/%d", i), nil) {
					return
				}
			}
			if end != nil {
				yield("", end)
			}
		}
	}
	tests := []struct {
		name, asked, cut string
		n, listed        int
		end              error
	}{
		{name: "all", n: 3, asked: "3 known URLs", listed: 3},
		{name: "more than are listed", n: maxChanged + 1, asked: "51 known URLs", listed: maxChanged},
		{name: "more than are compared", n: maxCompared + 1, asked: "100,000 known URLs", listed: maxChanged, cut: "Only the first URLs were asked for."},
		{name: "a list that breaks off", n: 1, asked: "1 known URL", listed: 1, end: broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, err := q.Answer(stored, known(tt.n, tt.end), noon)
			if !errors.Is(err, tt.end) || a.Change == nil {
				t.Fatalf("%+v, %v", a, err)
			}
			if c := a.Change; c.Asked != tt.asked || c.Cut != tt.cut || len(c.List) != tt.listed || c.List[0].Change != "closed" {
				t.Errorf("%+v", c)
			}
		})
	}
}
