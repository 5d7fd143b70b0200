package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// write returns a file with entries.
func write(t *testing.T, kind Kind, entries ...Entry) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, kind)
	for _, e := range entries {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || w.Entries() != len(entries) || w.bytes != int64(b.Len()) {
		t.Fatalf("%v; %d entries, %d bytes of %d", err, w.Entries(), w.bytes, b.Len())
	}
	return b.String()
}

// TestWriter: what is written is read back whole, without a fault.
func TestWriter(t *testing.T) {
	t.Parallel()
	entries := []Entry{
		{Loc: "https://example.org/?a=1&b='\"<>", Priority: 0.5},
		{Loc: "https://example.org/%zz/ü", Priority: 0.5},
		{Loc: "https://example.org/dated", LastMod: day("2026-11-01T00:00:00Z"), Priority: 0.5},
		{Loc: "https://example.org/changed", LastMod: day("2026-11-01T10:20:30Z"), ChangeFreq: Daily, Priority: 0.8, Alternates: []Alternate{
			{"de-AT", "https://example.org/de?x=1&y=2"}, {"x-default", "https://example.org/"},
		}},
	}
	file := write(t, Page, entries...)
	got, faults, err := all(strings.NewReader(file), Options{})
	if err != nil || faults != nil || !reflect.DeepEqual(got, entries) {
		t.Errorf("%+v, %q, %v in\n%s", got, faults, err, file)
	}
	if !strings.Contains(file, "<lastmod>2026-11-01</lastmod>") || !strings.Contains(file, "<lastmod>2026-11-01T10:20:30Z</lastmod>") {
		t.Errorf("dates in\n%s", file)
	}
	if again := write(t, Page, entries...); again != file {
		t.Error("the same entries make two files")
	}
	sitemaps := []Entry{{Kind: Index, Loc: "https://example.org/sitemap-1.xml.gz", Priority: 0.5}}
	got, faults, err = all(strings.NewReader(write(t, Index, sitemaps...)), Options{})
	if err != nil || faults != nil || !reflect.DeepEqual(got, sitemaps) {
		t.Errorf("index: %+v, %q, %v", got, faults, err)
	}
	if got, faults, err = all(strings.NewReader(write(t, Page)), Options{}); len(got) > 0 || faults != nil || err != nil {
		t.Errorf("empty: %+v, %q, %v", got, faults, err)
	}
}

// TestWriterLimits: a file ends before it exceeds a limit, and what does not fit is whole in the next.
func TestWriterLimits(t *testing.T) {
	t.Parallel()
	long := Entry{Loc: "https://example.org/" + strings.Repeat("x", MaxLoc-20)}
	for range MaxAlternates {
		long.Alternates = append(long.Alternates, Alternate{"de", long.Loc})
	}
	for name, e := range map[string]Entry{"entries": {Loc: "https://example.org/"}, "bytes": long} {
		var b bytes.Buffer
		w := NewWriter(&b, Page)
		err := error(nil)
		for err == nil {
			err = w.Write(e)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		n, last := 0, error(nil)
		for _, err := range Read(&b, Options{}) {
			n, last = n+1, err
		}
		if !errors.Is(err, ErrLimit) || last != nil || n != w.Entries() || name == "entries" && n != DefaultMaxURLs || w.bytes > DefaultMaxBytes {
			t.Errorf("%s: %v, %v; %d entries, %d bytes", name, err, last, n, w.bytes)
		}
	}
}

// TestWriterRefuses: what is no URL of a page is not written, and nothing else is said of the file.
func TestWriterRefuses(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := NewWriter(&b, Page)
	for _, loc := range []string{"", "/path", "ftp://example.org/", "https://", "https://example.org/" + strings.Repeat("x", MaxLoc), "https:///path", "http://a b/", "http://a.test/\xff"} {
		if err := w.Write(Entry{Loc: loc}); err == nil || errors.Is(err, ErrLimit) {
			t.Errorf("%.40q: %v", loc, err)
		}
	}
	if w.Entries() != 0 {
		t.Errorf("%d entries", w.Entries())
	}
	defer func() {
		if recover() == nil {
			t.Error("a feed can be written")
		}
	}()
	NewWriter(&b, Item)
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterFails(t *testing.T) {
	t.Parallel()
	if err := NewWriter(failing{}, Page).Close(); err == nil {
		t.Error("an error is not told")
	}
}

// FuzzWriter: whatever is written is read back without a fault.
func FuzzWriter(f *testing.F) {
	f.Add("https://example.org/?a&b", "de", "https://example.org/de", int64(0))
	f.Add("http://a.test/\x00\xff", "<", "\"", int64(1<<40))
	f.Fuzz(func(t *testing.T, loc, lang, href string, at int64) {
		var b bytes.Buffer
		w := NewWriter(&b, Page)
		e := Entry{Loc: loc, LastMod: time.Unix(at%(1<<36), 0), Alternates: []Alternate{{lang, href}}}
		n := 0
		if w.Write(e) == nil {
			n = 1
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, faults, err := all(&b, Options{})
		if err != nil || faults != nil || len(got) != n {
			t.Error(fmt.Sprintf("%+v", got), faults, err)
		}
	})
}
