package replay

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestUnpack checks that files which are compressed as a whole are read, as far as they go, and that nothing
// of what is unpacked has a name.
func TestUnpack(t *testing.T) {
	t.Parallel()
	one, two, three := answer("http://a.test/1", y15, "one"), answer("http://a.test/2", y16, "two"), answer("http://a.test/3", y17, strings.Repeat("three ", 50_000))
	whole := packed(one + two + three)
	old := "filedesc://x.arc 0.0.0.0 20050101000000 text/plain 2\nx\n\nhttp://a.test/4 192.0.2.1 20050101000000 text/html 4\nfour\n"
	for _, tt := range []struct {
		name, data string
		want       map[string]string
		told       string
	}{
		{"x.warc.gz", whole, map[string]string{"1": "200 text/html 2015 one", "2": "200 text/html 2016 two"}, ""},
		{"x.warc.gz", packed(one) + packed(two+three), map[string]string{"1": "200 text/html 2015 one", "2": "200 text/html 2016 two"}, ""},
		{"x.warc.gz", whole[:len(whole)-200], map[string]string{"1": "200 text/html 2015 one", "2": "200 text/html 2016 two"}, "compressed as a whole, and damaged behind "},
		{"x.arc.gz", packed(old), map[string]string{"4": "200 text/html 2005 four"}, ""},
	} {
		dir := t.TempDir()
		left := filepath.Join(dir, "unpacked-1.warc")
		if err := os.WriteFile(left, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var told, pages []string
		a, err := Open(t.Context(), []string{file(t, tt.name, tt.data)}, Options{Dir: dir, Told: func(s string) { told = append(told, s) }, Page: func(u weburl.URL) { pages = append(pages, u.Path()) }})
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range tt.want {
			if got := find(t, a, "http://a.test/"+path); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
		if slices.Sort(pages); len(slices.Compact(slices.Clone(pages))) != len(pages) {
			t.Errorf("pages %q", pages)
		}
		if all := strings.Join(told, "\n"); (all == "") != (tt.told == "") || !strings.Contains(all, tt.told) {
			t.Errorf("told %q, want %q", told, tt.told)
		}
		if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
			t.Errorf("%v is left, %v", names, err)
		}
	}
	a, err := Open(t.Context(), []string{wacz(t, zip.Deflate, filepath.Join(t.TempDir(), "x.wacz"))}, Options{Dir: t.TempDir(), Told: func(fault string) { t.Error(fault) }})
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{"http://in.test/1": "one", "http://in.test/2": "two"} {
		if got := find(t, a, url); got != "200 text/html 2015 "+want {
			t.Errorf("%s: %q", url, got)
		}
	}
}

// TestZstd checks that files of Zstandard are read, also with a dictionary, which may be compressed itself.
func TestZstd(t *testing.T) {
	t.Parallel()
	var samples [][]byte
	for i := range 40 {
		samples = append(samples, []byte(answer(fmt.Sprintf("http://a.test/%d", i), y15, strings.Repeat(fmt.Sprintf("sample %d of many ", i), 9))))
	}
	dictionary, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 7, Contents: samples, History: samples[0], Offsets: [3]int{1, 4, 8}})
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text string, o ...zstd.EOption) string {
		w, err := zstd.NewWriter(nil, o...)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }()
		return string(w.EncodeAll([]byte(text), nil))
	}
	one, two := answer("http://a.test/1", y15, "one"), answer("http://a.test/2", y15, "two")
	with := zstd.WithEncoderDict(dictionary)
	part := func(content string) string {
		return string(binary.LittleEndian.AppendUint32([]byte("\x5d\x2a\x4d\x18"), uint32(len(content)))) + content
	}
	for name, data := range map[string]string{
		"each record": pack(one) + pack(two), "as a whole": pack(one + two), "with a dictionary": part(string(dictionary)) + pack(one, with) + pack(two, with),
		"with a compressed dictionary": part(pack(string(dictionary))) + pack(one, with) + pack(two, with),
	} {
		a, err := Open(t.Context(), []string{file(t, "x.warc.zst", data)}, Options{Dir: t.TempDir(), Told: func(fault string) { t.Errorf("%s: %s", name, fault) }})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for path, want := range map[string]string{"1": "one", "2": "two"} {
			if got := find(t, a, "http://a.test/"+path); got != "200 text/html 2015 "+want {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
	for data, want := range map[string]string{
		"\x5d\x2a\x4d\x18\xff\xff\xff\xff": "its dictionary has 4294967295 bytes", part("\x28\xb5\x2f\xfdxyz"): "its dictionary", part("xyz"): "", "no zstd": "no answer of a site",
		pack(one)[:20]: "no answer of a site", "\x5d\x2a\x4d\x18\xff\x00\x00\x00": "EOF",
	} {
		if _, err := Open(t.Context(), []string{file(t, "x.warc.zst", data)}, Options{Dir: t.TempDir()}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", data, err, want)
		}
	}
}

// FuzzUnpack checks that any bytes are unpacked and read to an end, or refused.
func FuzzUnpack(f *testing.F) {
	one := answer("http://a.test/", y15, "one")
	f.Add([]byte(packed(one+one)), false)
	f.Add([]byte("\x5d\x2a\x4d\x18\x04\x00\x00\x00dict"), true)
	f.Add([]byte("\x28\xb5\x2f\xfd\x24\x03\x19\x00\x00abc\xad\xe8\x9d\x03"), true)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, zst bool) {
		name := filepath.Join(t.TempDir(), "x.warc.gz")
		if zst {
			name = strings.TrimSuffix(name, "gz") + "zst"
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), []string{name}, Options{Dir: dir})
		if (a == nil) == (err == nil) || err != nil && aranea.KindOf(err) != aranea.Invalid {
			t.Fatalf("%+v, %v", a, err)
		}
	})
}

// TestLeaveOut checks that of a folder only those files are left out that cannot be read, and told.
func TestLeaveOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.warc", answer("http://a.test/", y15, "a"))
	write("b.wacz", "no zip")
	write("c.warc.gz", packed(answer("http://c.test/", y15, "c")+answer("http://d.test/", y15, "d")))
	write("e.warc", answer("http://e.test/", y15, "e"))
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "f.warc")); err != nil {
		t.Fatal(err)
	}
	full := func(string) (uint64, error) { return 1 << 20, nil }
	var told, pages []string
	o := Options{Dir: t.TempDir(), Free: full, Told: func(s string) { told = append(told, s) }, Page: func(u weburl.URL) { pages = append(pages, u.Host()) }}
	a, err := Open(t.Context(), []string{dir}, o)
	if err != nil {
		t.Fatal(err)
	}
	if a.LeftOut() != 3 || a.Captures() != 2 || !slices.Equal(pages, []string{"a.test", "e.test"}) || new(Archive).LeftOut() != 0 {
		t.Errorf("%d files are left out, %d captures, pages %q", a.LeftOut(), a.Captures(), pages)
	}
	for i, want := range []string{"b.wacz is no WACZ file", "f.warc", "c.warc.gz is compressed as a whole: it must be unpacked to be read, and the disk of the data folder has no room"} {
		if len(told) != 3 || !strings.HasPrefix(told[i], "a file is left out: ") || !strings.Contains(told[i], want) {
			t.Errorf("told %q, want %q", told, want)
		}
	}
	for url, want := range map[string]string{"http://a.test/": "a", "http://e.test/": "e"} {
		if got := find(t, a, url); got != "200 text/html 2015 "+want {
			t.Errorf("%s: %q", url, got)
		}
	}
	if _, err := Open(t.Context(), []string{filepath.Join(dir, "c.warc.gz")}, o); aranea.KindOf(err) != aranea.Invalid || !errors.Is(err, errNoRoom) {
		t.Errorf("named itself: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, []string{dir}, o); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestMethods checks that answers to other methods than GET are no pages to start from, and that what HEAD
// got answers a check of links.
func TestMethods(t *testing.T) {
	t.Parallel()
	asked := func(method, id string) string {
		return record("request", "http://a.test/", y15, method+" / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: "+id)
	}
	name := file(t, "x.warc", answerAs("http://a.test/1", y15, "x", "WARC-Record-ID: <1>")+asked("POST", "<1>")+answerAs("http://a.test/2", y15, "x", "WARC-Record-ID: <2>")+asked("HEAD", "<2>")+
		answerAs("http://a.test/3", y15, "x", "WARC-Record-ID: <3>")+asked("GET", "<3>")+answer("http://a.test/4", y15, "x"))
	var pages []string
	a, err := Open(t.Context(), []string{name}, Options{Page: func(u weburl.URL) { pages = append(pages, u.Path()) }})
	if err != nil || !slices.Equal(pages, []string{"/3", "/4"}) || a.Captures() != 3 {
		t.Errorf("pages %q, %v", pages, err)
	}
	u := weburl.MustParse("http://a.test/2")
	if c, err := a.Find(u, true); err != nil || c == nil || c.Status != 200 {
		t.Errorf("for HEAD: %+v, %v", c, err)
	}
	if _, ok, err := a.Newest(u); ok || err != nil {
		t.Errorf("what HEAD got is newer: %v", err)
	}
}

// TestNewest checks the date of the capture that counts.
func TestNewest(t *testing.T) {
	t.Parallel()
	same := "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified"
	a := open(t, file(t, "x.warc", answer("http://a.test/", y15, "x")+answer("http://a.test/", y16, "y")+record("response", "http://a.test/", y17, "HTTP/1.1 503 No\r\n\r\n")+
		answer("http://b.test/", y15, "x")+record("revisit", "http://b.test/", y17, "", same)+
		answer("http://c.test/", y15, "x")+record("revisit", "http://c.test/", y17, "", same, "WARC-Refers-To-Target-URI: http://none.test/")+answer("http://d.test/", "?", "x")))
	for url, want := range map[string]string{"http://a.test/": "2016-01-02T03:04:05Z", "http://b.test/": y17, "http://c.test/": y15, "http://d.test/": "0001-01-01T00:00:00Z", "http://e.test/": ""} {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		at, ok, err := a.Newest(u)
		if got := at.Format("2006-01-02T15:04:05Z07:00"); err != nil || ok != (want != "") || ok && got != want {
			t.Errorf("%s: %s %v, %v, want %s", url, got, ok, err, want)
		}
	}
}
