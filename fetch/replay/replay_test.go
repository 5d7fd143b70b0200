package replay

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// record returns a record with some fields, "Name: value" each, and a block.
func record(kind, url, date, block string, fields ...string) string {
	fields = append([]string{"WARC-Type: " + kind, "WARC-Target-URI: " + url, "WARC-Date: " + date}, fields...)
	return fmt.Sprintf("WARC/1.1\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", strings.Join(fields, "\r\n"), len(block), block)
}

// answer returns the record of a page.
func answer(url, date, body string, fields ...string) string {
	head := append([]string{"HTTP/1.1 200 OK", "Content-Type: text/html"}, fields...)
	return record("response", url, date, strings.Join(head, "\r\n")+"\r\n\r\n"+body)
}

// answerAs is answer with some fields of the record.
func answerAs(url, date, body string, fields ...string) string {
	return record("response", url, date, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+body, fields...)
}

func packed(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a Builder has no error
	_ = z.Close()
	return b.String()
}

// file writes a file into a new folder, and returns its name.
func file(t *testing.T, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, names ...string) *Archive {
	t.Helper()
	a, err := Open(t.Context(), names, Options{Told: func(fault string) { t.Error(fault) }})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// find tells the capture of a URL: its status, type, coding, date and body; "none" if there is none.
func find(t *testing.T, a *Archive, url string) string {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Find(u, false)
	if err != nil {
		return err.Error()
	}
	if c == nil {
		return "none"
	}
	body, err := io.ReadAll(c.Body)
	said := fmt.Sprintf("%d %s%s %d %s", c.Status, c.Header.Get("Content-Type"), c.Header.Get("Content-Encoding"), c.At.Year(), body)
	if c.Cut {
		said += " cut"
	}
	if err != nil {
		said += " " + err.Error()
	}
	c.Close()
	return said
}

const y15, y16, y17 = "2015-01-02T03:04:05Z", "2016-01-02T03:04:05.123456Z", "2017-01-02T03:04:05Z"

// TestFind checks what is answered for a URL with some records, compressed and not.
func TestFind(t *testing.T) {
	t.Parallel()
	equal, same := "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest", "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified"
	const a, b = "http://a.test/", "http://b.test/"
	other := answer("http://other.test/", y15, "other")
	for _, tt := range []struct {
		name, want string
		records    []string
	}{
		{"the only one", "200 text/html 2015 x", []string{answer(a, y15, "x")}},
		{"the newest", "200 text/html 2016 y", []string{answer(a, y15, "x"), answer(a, y16, "y"), answer(a, y15, "z")}},
		{"of one date the last", "200 text/html 2016 y", []string{answer(a, y16, "x"), answer(a, y16, "y")}},
		{"a redirect", "302  2015 ", []string{record("response", a, y15, "HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n")}},
		{"an answer before a refusal", "200 text/html 2015 x", []string{answer(a, y15, "x"), record("response", a, y16, "HTTP/1.1 503 No\r\n\r\n"), record("response", a, y17, "HTTP/1.1 429 No\r\n\r\n")}},
		{"a refusal alone", "503  2016 no", []string{record("response", a, y16, "HTTP/1.1 503 No\r\n\r\nno")}},
		{"a page that is gone now", "404  2016 ", []string{answer(a, y15, "x"), record("response", a, y16, "HTTP/1.1 404 No\r\n\r\n")}},
		{"another spelling", "200 text/html 2015 x", []string{answer("<HTTP://A.test:80/#top>", y15, "x")}},
		{"a file", "200 text/plain 2015 x", []string{record("resource", a, y15, "x", "Content-Type: text/plain")}},
		{"no date", "200 text/html 1 x", []string{answer(a, "?", "x")}},
		{"other records", "none", []string{record("request", a, y15, "GET / HTTP/1.1\r\n\r\n"), record("metadata", a, y15, "x"), record("conversion", a, y15, "x"), answer("dns:a.test", y15, "x"), other}},
		{"a response that is none of HTTP", "none", []string{record("response", a, y15, "220 ready"), other}},
		{"304 without its request", "none", []string{record("response", a, y15, "HTTP/1.1 304 Not Modified\r\n\r\n"), other}},

		{"unchanged", "200 text/html 2017 y", []string{answer(a, y15, "x"), answer(a, y16, "y"), record("revisit", a, y17, "HTTP/1.1 304 Not Modified\r\n\r\n", same)}},
		{"unchanged since the one that it names", "200 text/html 2017 x", []string{answer(a, y15, "x"), answer(a, y16, "y"), record("revisit", a, y17, "", same, "WARC-Refers-To-Date: "+y15)}},
		{"unchanged, before a change", "200 text/html 2017 z", []string{answer(a, y15, "x"), record("revisit", a, y16, "", same), answer(a, y17, "z")}},
		{"the body of another page", "200 text/a 2017 x", []string{answer(b, y15, "x"), answer(b, y16, "y"), record("revisit", a, y17, "HTTP/1.1 200 OK\r\nContent-Type: text/a\r\n\r\n", equal, "WARC-Refers-To-Target-URI: "+b, "WARC-Refers-To-Date: "+y15)}},
		{"the body of another page, without a head", "200 text/html 2017 y", []string{answer(b, y15, "x"), answer(b, y16, "y"), record("revisit", a, y17, "", equal, "WARC-Refers-To-Target-URI: <"+b+">")}},
		{"a body with the coding of the other", "200 text/ab 2017 \x01\x02", []string{answer(b, y15, "\x01\x02", "Content-Encoding: b"), record("revisit", a, y17, "HTTP/1.1 200 OK\r\nContent-Type: text/a\r\nContent-Encoding: gzip\r\n\r\n", equal, "WARC-Refers-To-Target-URI: "+b)}},
		{"a body that is not in the archive", "200 text/html 2015 x", []string{answer(a, y15, "x"), record("revisit", a, y17, "", equal, "WARC-Refers-To-Target-URI: "+b)}},
		{"only a body that is not in the archive", "none", []string{record("revisit", a, y17, "", same), other}},

		{"the body of one of two captures of a second, by its date and digest", "200 text/html 2017 y", []string{answerAs(a, y15, "x", "WARC-Payload-Digest: sha1:X"), answerAs(a, y15, "y", "WARC-Payload-Digest: sha1:Y"), answerAs(a, y15, "z", "WARC-Payload-Digest: sha1:Z"), record("revisit", a, y17, "", equal, "WARC-Payload-Digest: SHA1:y", "WARC-Refers-To-Target-URI: "+a, "WARC-Refers-To-Date: "+y15)}},
		{"a digest that is computed in another way", "200 text/html 2017 y", []string{answerAs(a, y15, "x", "WARC-Payload-Digest: sha1:X"), answerAs(a, y16, "y", "WARC-Payload-Digest: sha1:Y"), record("revisit", a, y17, "", equal, "WARC-Payload-Digest: sha1:Z")}},

		{"a form, its request before", "200 text/html 2015 x", []string{answer(a, y15, "x"), record("request", a, y16, "POST / HTTP/1.1\r\n\r\n", "WARC-Record-ID: <r>"), answerAs(a, y16, "form", "WARC-Concurrent-To: <r>")}},
		{"a form, its request behind", "200 text/html 2015 x", []string{answer(a, y15, "x"), answerAs(a, y16, "form", "WARC-Record-ID: <r>"), record("request", a, y16, "POST / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: <q>", "WARC-Concurrent-To: <r>")}},
		{"only a form", "none", []string{other, answerAs(a, y16, "form", "WARC-Record-ID: <r>"), record("request", a, y16, "PUT / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: <r>")}},
		{"its own request", "200 text/html 2016 y", []string{answer(a, y15, "x"), answerAs(a, y16, "y", "WARC-Record-ID: <r>"), record("request", a, y16, "GET / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: <r>")}},
		{"a page before what HEAD got", "200 text/html 2015 x", []string{answer(a, y15, "x"), answerAs(a, y16, "", "WARC-Record-ID: <r>"), record("request", a, y16, "HEAD / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: <r>")}},
		{"what only HEAD got", "none", []string{answerAs(a, y16, "", "WARC-Record-ID: <r>"), record("request", a, y16, "HEAD / HTTP/1.1\r\n\r\n", "WARC-Concurrent-To: <r>")}},
		{"a page that HEAD did not find", "404  2016 ", []string{record("request", a, y16, "HEAD / HTTP/1.1\r\n\r\n", "WARC-Record-ID: <r>"), record("response", a, y16, "HTTP/1.1 404 No\r\n\r\n", "WARC-Concurrent-To: <r>")}},

		{"chunks", "200 text/html 2015 abcdef", []string{answer(a, y15, "3\r\nabc\r\n3;x=y\r\ndef\r\n0\r\n\r\n", "Transfer-Encoding: chunked")}},
		{"chunks that are joined", "200 text/html 2015 <p>", []string{answer(a, y15, "<p>", "Transfer-Encoding: chunked")}},
		{"joined, with letters of numbers", "200 text/html 2015 abc", []string{answer(a, y15, "abc", "Transfer-Encoding: chunked")}},
		{"chunks that break off", "200 text/html 2015 abcd unexpected EOF", []string{answer(a, y15, "3\r\nabc\r\n9\r\nd", "Transfer-Encoding: chunked")}},
		{"coded", "200 text/htmlgzip 2015 \x1f\x8b\x08", []string{answer(a, y15, "\x1f\x8b\x08", "Content-Encoding: gzip")}},
		{"decoded", "200 text/html 2015 <p>", []string{answer(a, y15, "<p>", "Content-Encoding: gzip")}},
		{"coded with what has no mark", "200 text/htmlbr 2015 \x8b\x01\x80", []string{answer(a, y15, "\x8b\x01\x80", "Content-Encoding: br")}},
		{"decoded from what has no mark", "200 text/html 2015 <p>é", []string{answer(a, y15, "<p>é", "Content-Encoding: br")}},
		{"coded with zstd", "200 text/htmlzstd 2015 \x28\xb5\x2f\xfd", []string{answer(a, y15, "\x28\xb5\x2f\xfd", "Content-Encoding: zstd")}},
		{"cut at a limit", "200 text/html 2015 x cut", []string{strings.Replace(answer(a, y15, "x"), "WARC-Type", "WARC-Truncated: length\r\nWARC-Type", 1)}},
		{"broken off", "200 text/html 2015 x unexpected EOF", []string{strings.Replace(answer(a, y15, "x"), "WARC-Type", "WARC-Truncated: disconnect\r\nWARC-Type", 1)}},
	} {
		for _, form := range []string{"x.warc", "x.warc.gz"} {
			data := ""
			for _, r := range tt.records {
				if form == "x.warc.gz" {
					r = packed(r)
				}
				data += r
			}
			got := func() string {
				arch, err := Open(t.Context(), []string{file(t, form, data)}, Options{Told: func(fault string) { t.Error(fault) }})
				if err != nil {
					return err.Error()
				}
				return find(t, arch, a)
			}()
			if got != tt.want {
				t.Errorf("%s (%s): %q, want %q", tt.name, form, got, tt.want)
			}
		}
	}
}

// TestDocuments checks which captures are pages to start from.
func TestDocuments(t *testing.T) {
	t.Parallel()
	of := func(url, status, kind string) string {
		return record("response", url, y15, "HTTP/1.1 "+status+"\r\nContent-Type: "+kind+"\r\n\r\nx")
	}
	name := file(t, "x.warc", of("http://a.test/1", "200", "text/html; charset=utf-8")+of("http://a.test/2", "404", "text/html")+of("http://a.test/robots.txt", "200", "text/plain")+
		of("http://a.test/3", "200", "image/png")+of("http://a.test/4", "200", "application/pdf")+of("http://a.test/5", "200", "")+of("http://a.test/6", "301", "text/html")+
		record("resource", "http://a.test/7", y15, "x", "Content-Type: text/plain")+record("revisit", "http://a.test/8", y15, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"))
	var got []string
	if _, err := Open(t.Context(), []string{name}, Options{Page: func(u weburl.URL) { got = append(got, u.Path()) }}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"/1", "/4", "/5", "/7", "/8"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// wacz writes a WACZ file with two archives in it.
func wacz(t *testing.T, method uint16, name string) string {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for part, data := range map[string]string{"archive/1.warc.gz": packed(answer("http://in.test/1", y15, "one")), "archive/2.warc": answer("http://in.test/2", y15, "two"), "pages/pages.jsonl": "{}"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: part, Method: method})
		if err == nil {
			_, err = w.Write([]byte(data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSources checks which files of folders are read, and which names are no archives.
func TestSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"sub/a.warc.gz": packed(answer("http://a.test/", y15, "a")), "b.warc": answer("http://b.test/", y15, "b"), "c.warc.gz.open": "half", "d.cdx": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wacz(t, zip.Store, filepath.Join(dir, "sub", "e.wacz"))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	a := open(t, link)
	for url, want := range map[string]string{"http://a.test/": "a", "http://b.test/": "b", "http://in.test/1": "one", "http://in.test/2": "two"} {
		if got := find(t, a, url); got != "200 text/html 2015 "+want {
			t.Errorf("%s: %q", url, got)
		}
	}
	empty := t.TempDir()
	for name, want := range map[string]string{
		filepath.Join(dir, "none"): "does not exist", empty: "no file in the archive", os.DevNull: "neither a file nor a folder",
		file(t, "x.wacz", "no zip"): "not a valid zip",
	} {
		if err := Check([]string{name}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	many := t.TempDir()
	for i := range maxTold + 2 {
		if err := os.WriteFile(filepath.Join(many, fmt.Sprintf("%d.wacz", i)), []byte("no zip"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Check([]string{many}); aranea.KindOf(err) != aranea.Invalid || strings.Count(err.Error(), "not a valid zip") != maxTold || !strings.HasSuffix(err.Error(), "and 2 more") {
		t.Errorf("a folder with files that are not read: %v", err)
	}
	for name, want := range map[string]string{
		file(t, "x.warc.gz", packed(answer("http://a.test/", y15, "a")+answer("http://b.test/", y15, "b"))): "is compressed as a whole: it must be unpacked",
		wacz(t, zip.Deflate, filepath.Join(t.TempDir(), "x.wacz")):                                          "is compressed as a whole: it must be unpacked",
		file(t, "z.arc.gz", packed("filedesc://z.arc 0.0.0.0 20050101000000 text/plain 4\n1 0\n")):          "has no answer of a site",
		file(t, "y.warc", record("warcinfo", "", y15, "x")):                                                 "has no answer of a site",
	} {
		if _, err := Open(t.Context(), []string{name}, Options{}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestDamage checks that damage is told with its file and place, at first one by one, and that the rest is
// read.
func TestDamage(t *testing.T) {
	t.Parallel()
	good := answer("http://a.test/", y15, "a")
	name := file(t, "x.warc", strings.Repeat("WARC/9\n"+good, maxTold+3))
	var told []string
	a, err := Open(t.Context(), []string{name}, Options{Told: func(fault string) { told = append(told, fault) }})
	if err != nil || a.Captures() != maxTold+3 {
		t.Fatalf("%+v, %v", a, err)
	}
	if len(told) != maxTold+1 || !strings.HasPrefix(told[0], name+": ") || !strings.Contains(told[0], "the record at byte 0") || !strings.HasSuffix(told[maxTold], "3 other places are damaged") {
		t.Errorf("told %q", told)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, []string{name}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestCut checks that the page at the end of a file that was cut is not taken for a whole one.
func TestCut(t *testing.T) {
	t.Parallel()
	whole := answer("http://a.test/", y15, "<p>some words")
	a, err := Open(t.Context(), []string{file(t, "x.warc", whole[:len(whole)-10])}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := find(t, a, "http://a.test/"), "200 text/html 2015 <p>some unexpected EOF"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestManyCaptures checks that not all captures of a URL are read which refer to what the archive does not
// have as an answer.
func TestManyCaptures(t *testing.T) {
	t.Parallel()
	const n = 2 * maxReads
	named := "WARC-Refers-To-Target-URI: http://b.test/"
	revisits := strings.Repeat(record("revisit", "http://a.test/", y16, "", named), n)
	files := strings.Repeat(record("resource", "http://b.test/", y15, "x"), n)
	a := open(t, file(t, "x.warc", answer("http://a.test/", y15, "old")+revisits+files))
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	left := maxReads
	if c, err := a.capture(u, a.index.of(fingerprint(u))[0], &left); c != nil || err != nil || left != 0 {
		t.Errorf("%+v, %v, %d left", c, err, left)
	}
	if got := find(t, a, "http://a.test/"); got != "none" {
		t.Errorf("behind %d records: %q", n, got)
	}
}

// TestSameFingerprint checks that a URL is never answered with the capture of another.
func TestSameFingerprint(t *testing.T) {
	t.Parallel()
	a := open(t, file(t, "x.warc", answer("http://a.test/", y15, "a")+answer("http://b.test/", y16, "b")))
	for i := range a.index {
		a.index[i].url = 7
	}
	a.index.sort()
	for url, want := range map[string]string{"http://a.test/": "a", "http://b.test/": "b"} {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		var body string
		for _, i := range a.index.of(7) {
			c, err := a.capture(u, i, new(int))
			if err != nil {
				t.Fatal(err)
			}
			if c != nil {
				text, _ := io.ReadAll(c.Body) // a damaged one is another
				body += string(text)
				c.Close()
			}
		}
		if body != want {
			t.Errorf("%s: %q", url, body)
		}
	}
}

// TestKeeper checks that an archive is read anew if its files are others, or if its pages are asked for
// first.
func TestKeeper(t *testing.T) {
	t.Parallel()
	name := file(t, "x.warc", answer("http://a.test/", y15, "a"))
	k, quiet := NewKeeper("", nil), slog.New(slog.DiscardHandler)
	if a, err := k.Open(t.Context(), nil, quiet); a != nil || err != nil {
		t.Fatalf("no archive: %v, %v", a, err)
	}
	get := func() *Archive {
		a, err := k.Open(t.Context(), []string{name}, quiet)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	sized := func(want int64) {
		t.Helper()
		if size, err := k.Size([]string{name}); err != nil || size != want {
			t.Errorf("%d bytes would be read, %v, want %d", size, err, want)
		}
	}
	sized(int64(len(answer("http://a.test/", y15, "a"))))
	first := get()
	sized(0)
	if get() != first {
		t.Error("it is read twice")
	}
	pages, err := k.Pages(t.Context(), []string{name}, quiet)
	if err != nil || len(pages) != 1 || pages[0].String() != "http://a.test/" {
		t.Errorf("pages %v, %v", pages, err)
	}
	second := get()
	if second == first || get() != second {
		t.Error("what was read with its pages is not kept")
	}
	if err := os.WriteFile(name, []byte(answer("http://a.test/2", y15, "a")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, time.Time{}, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if a := get(); a == second || find(t, a, "http://a.test/2") == "none" {
		t.Error("what was written since is not read")
	}
}
