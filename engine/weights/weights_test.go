package weights

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/weburl"
)

// TestTelling: patterns that fit no page are told once for each list, whether or not they would decide; nothing is
// told of an index without pages.
func TestTelling(t *testing.T) {
	t.Parallel()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	var log bytes.Buffer
	var set *pageweight.Set
	list := Telling(func() *pageweight.Set { return set }, x, slog.New(slog.NewTextHandler(&log, nil)))
	read := func(text string) {
		t.Helper()
		if set, err = pageweight.Parse([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(want string) {
		t.Helper()
		if got := list(); got != set {
			t.Error("another list is returned")
		}
		if told := log.String(); (told == "") != (want == "") || !strings.Contains(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
		log.Reset()
	}
	ask("")
	read("/docs/ more")
	ask("")
	for i, u := range []string{"http://a.test/docs/1", "http://a.test/x.pdf"} {
		p := &aranea.Page{URL: weburl.MustParse(u), Text: []byte("silk")}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p}}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	read("/ less\n/docs/ more\n/doc/ more\n*.pdf$ less\nhttp://b.test/ less\n*.doc$ normal")
	ask(`patterns=3 first="[/doc/ http://b.test/ *.doc$]"`)
	ask("")
	read("/docs/ more")
	ask("")
	if Telling(nil, x, nil) != nil {
		t.Error("a list is asked for that is not there")
	}
	broken := Telling(func() *pageweight.Set { return set }, closed{}, slog.New(slog.NewTextHandler(&log, nil)))
	if broken() != set || log.Len() > 0 {
		t.Errorf("of an index that cannot be read %q is told", log.String())
	}
}

type closed struct{}

func (closed) Snapshot() (*index.Snapshot, error) { return nil, errors.New("closed") }
