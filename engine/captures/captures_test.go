package captures

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// known are entries, which count how often they are looked up.
type known struct {
	entries map[string]aranea.Entry
	asked   int
}

func (k *known) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	k.asked++
	for url, e := range k.entries {
		if weburl.MustParse(url).ID() == id {
			return e, true, nil
		}
	}
	return aranea.Entry{}, false, nil
}

// TestDate checks which results get the date of a capture, and that a folder of the network costs one
// look-up.
func TestDate(t *testing.T) {
	t.Parallel()
	at := time.Date(2015, 3, 4, 0, 0, 0, 0, time.UTC)
	old, live, imported := aranea.Entry{Captured: at}, aranea.Entry{VisitedAt: at}, aranea.Entry{Imported: true}
	for _, tt := range []struct {
		name    string
		entries map[string]aranea.Entry
		want    []bool
		asked   int
	}{
		{"of an archive", map[string]aranea.Entry{"http://a.test/1": old, "http://a.test/2": imported, "http://a.test/3": old}, []bool{true, false, true, false, false}, 4},
		{"of the network", map[string]aranea.Entry{"http://a.test/1": live, "http://a.test/2": live, "http://a.test/3": live}, []bool{false, false, false, false, false}, 1},
	} {
		r := search.Response{}
		for i := range 5 {
			r.Results = append(r.Results, search.Result{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%d", i+1)), FetchedAt: at.AddDate(i, 0, 0), Unread: i == 4})
		}
		k := &known{entries: tt.entries}
		if err := Date(k, &r); err != nil || k.asked != tt.asked {
			t.Errorf("%s: %d look-ups, %v", tt.name, k.asked, err)
		}
		for i, x := range r.Results {
			if tt.want[i] != x.Captured.Equal(x.FetchedAt) || !tt.want[i] && !x.Captured.IsZero() {
				t.Errorf("%s: result %d has %s", tt.name, i, x.Captured)
			}
		}
	}
}

// large are archives of a size, which must not be opened.
type large struct {
	size int64
	err  error
}

func (l large) Size([]string) (int64, error) { return l.size, l.err }

func (l large) Open(context.Context, []string, *slog.Logger) (*replay.Archive, error) {
	return nil, errors.New("it was opened")
}

// opened is an archive that was opened before.
type opened struct{ *replay.Archive }

func (opened) Size([]string) (int64, error) { return 0, nil }

func (o opened) Open(context.Context, []string, *slog.Logger) (*replay.Archive, error) {
	return o.Archive, nil
}

func open(t *testing.T, name string) *replay.Archive {
	t.Helper()
	a, err := replay.Open(t.Context(), []string{name}, replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAdd checks what a trail says of captures.
func TestAdd(t *testing.T) {
	t.Parallel()
	block := "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /2\r\n\r\n"
	name := filepath.Join(t.TempDir(), "x.warc")
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/1\r\nWARC-Date: 2015-03-04T05:06:07Z\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	if err := os.WriteFile(name, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	bad, changed := filepath.Join(t.TempDir(), "bad.warc"), filepath.Join(t.TempDir(), "x.warc")
	for name, data := range map[string]string{bad: "no archive", changed: record} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stale := opened{open(t, changed)}
	if err := os.Remove(changed); err != nil {
		t.Fatal(err)
	}
	keeper, names := replay.NewKeeper("", nil), []string{name}
	gone := &aranea.Error{Op: "open archive", Kind: aranea.Invalid, Err: fs.ErrNotExist}
	for _, tt := range []struct {
		name     string
		archives Archives
		names    []string
		trail    trail.Trail
		want     []trail.Fact
	}{
		{"a capture", keeper, names, trail.Trail{URL: "http://a.test/1"}, []trail.Fact{{Name: "In the archive", Text: "status 301, captured 2015-03-04 05:06:07 UTC, text/html, leads to /2"}}},
		{"none", keeper, names, trail.Trail{URL: "http://a.test/2"}, []trail.Fact{{Name: "In the archive", Text: "no answer of it"}}},
		{"a known URL", large{}, names, trail.Trail{URL: "http://a.test/1", Known: true}, nil},
		{"the network", large{}, nil, trail.Trail{URL: "http://a.test/1"}, nil},
		{"too large", large{size: 3 << 30}, names, trail.Trail{URL: "http://a.test/1"}, []trail.Fact{{Name: "In the archive", Text: "not looked up, because its 3.22 GB would have to be read; aranea inspect does"}}},
		{"damaged", replay.NewKeeper("", nil), []string{bad}, trail.Trail{URL: "http://a.test/1"}, []trail.Fact{{Name: "In the archive", Text: "not looked up: open archive: " + bad + " has no answer of a site"}}},
		{"changed since it was opened", stale, []string{changed}, trail.Trail{URL: "http://a.test/1"}, []trail.Fact{{Name: "In the archive", Text: "not looked up: open " + changed + ": no such file or directory"}}},
		{"gone", large{err: gone}, names, trail.Trail{URL: "http://a.test/1"}, []trail.Fact{{Name: "In the archive", Text: "not looked up: " + gone.Error()}}},
	} {
		if err := Add(t.Context(), tt.archives, tt.names, &tt.trail); err != nil || !slices.Equal(tt.trail.Facts, tt.want) {
			t.Errorf("%s: %q, %v, want %q", tt.name, tt.trail.Facts, err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Add(ctx, replay.NewKeeper("", nil), names, &trail.Trail{URL: "http://a.test/1"}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}
