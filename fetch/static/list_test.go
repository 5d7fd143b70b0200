package static

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// targets finds the targets of the links of a list.
var targets = regexp.MustCompile(`<a href="([^"]*)"`)

// listedAt returns the targets of the links of the list at a URL.
func listedAt(t testing.TB, f Folders, url string) string {
	t.Helper()
	r := ask(t, f, http.MethodGet, url)
	body := text(t, r)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %s", url, r.StatusCode, body)
	}
	var all []string
	for _, m := range targets.FindAllStringSubmatch(body, -1) {
		all = append(all, m[1])
	}
	return strings.Join(all, " ")
}

// TestFolderInAFolderIsListed: a folder on disk that two folders of files have, at different places below their
// roots, has the list of each: settings of hosting are those of a root, and links may not lead out of it.
func TestFolderInAFolderIsListed(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"plan.txt": "plan", "sub/_headers": "/*\n X-A: b\n", "sub/q1.txt": "first"})
	sub := filepath.Join(dir, "sub")
	if err := os.Symlink(filepath.Join("..", "plan.txt"), filepath.Join(sub, "out.txt")); err != nil {
		t.Fatal(err)
	}
	age(t, sub, time.Hour) // so that its names are kept
	h := NewHost("https", folders(t, "https://a.test/=files:"+dir, "https://b.test/=files:"+sub))
	for range 2 {
		for url, want := range map[string]string{"https://b.test/": "./q1.txt", "https://a.test/sub/": "./_headers ./out.txt ./q1.txt"} {
			var all []string
			for _, m := range targets.FindAllStringSubmatch(text(t, askHost(t, h, url)), -1) {
				all = append(all, m[1])
			}
			if got := strings.Join(all, " "); got != want {
				t.Errorf("%s: listed %s, want %s", url, got, want)
			}
		}
	}
}

// TestFilesAreListed: a folder of files answers as it lies on disk, and with lists that have all
// that it answers for and nothing else.
func TestFilesAreListed(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{
		"plan.pdf": "%PDF", "a b&c.txt": "spaced", "50%.txt": "half", "x:y?.txt": "odd", "index.html": "a page that somebody kept", "page.html": "page",
		"reports/2024/q1.txt": "first", "reports/.git/config": "hidden", "README": "words\n", "blob": "\x00\x01", ".env": "hidden", "_headers": "/*\n X-Robots-Tag: none\n",
	})
	for _, link := range [][2]string{{filepath.Join("..", "secret.html"), "out.html"}, {"page.html", "in.html"}, {".", "loop"}, {"reports", "again"}, {"nowhere", "broken"}} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	f := folders(t, "https://a.test/docs/=files:"+dir)
	if got, want := listedAt(t, f, "https://a.test/docs/"), "./50%25.txt ./README ./a%20b&amp;c.txt ./blob ./guide/ ./in.html ./index.html ./page.html ./plan.pdf ./reports/ ./x:y%3F.txt"; got != want {
		t.Errorf("listed %s\nwant   %s", got, want)
	}
	if got, want := listedAt(t, f, "https://a.test/docs/reports/"), "./2024/"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	for _, tt := range []struct {
		path     string
		status   int
		kind, to string
	}{
		{"/docs", 301, "", "/docs/"},
		{"/docs/reports", 301, "", "/docs/reports/"},
		{"/docs/reports/2024/q1.txt", 200, "text/plain", ""},
		{"/docs/a%20b&c.txt", 200, "text/plain", ""},
		{"/docs/50%25.txt", 200, "text/plain", ""},
		{"/docs/x:y%3F.txt", 200, "text/plain", ""},
		{"/docs/index.html", 200, "text/html", ""},
		{"/docs/README", 200, "text/plain", ""},
		{"/docs/blob", 200, "application/octet-stream", ""},
		{"/docs/page", 404, "", ""},
		{"/docs/reports/2023/", 404, "", ""},
		{"/docs/plan.pdf/", 404, "", ""},
		{"/docs/reports/.git/", 404, "", ""},
		{"/docs/again/", 404, "", ""},
		{"/docs/again/2024/", 404, "", ""},
		{"/docs/loop/", 404, "", ""},
		{"/docs/..%2f", 404, "", ""},
		{"/docs/out.html", 404, "", ""},
		{"/docs/_headers", 404, "", ""},
		{"/docs//", 404, "", ""},
	} {
		r := ask(t, f, http.MethodGet, "https://a.test"+tt.path)
		if r.StatusCode != tt.status || r.Header.Get("Content-Type") != tt.kind || r.Header.Get("Location") != tt.to {
			t.Errorf("%s: status %d, type %q, location %q; want %d, %q, %q", tt.path, r.StatusCode, r.Header.Get("Content-Type"), r.Header.Get("Location"), tt.status, tt.kind, tt.to)
		}
	}
}

// lists returns the lists of the folder at a URL, with the targets of each.
func lists(t testing.TB, h *Host, at string) (all [][]string) {
	t.Helper()
	for next := "./"; next != ""; {
		body := text(t, askHost(t, h, at+html.UnescapeString(strings.TrimPrefix(next, "./"))))
		next = ""
		var names []string
		for _, m := range targets.FindAllStringSubmatch(body, -1) {
			if strings.HasPrefix(m[1], "./?") {
				next = m[1]
				continue
			}
			names = append(names, m[1])
		}
		all = append(all, names)
	}
	return all
}

// TestListsOfManyFiles: a list has a limit and leads to the next one, with each file in one of them, and a
// new file changes no list but its own.
func TestListsOfManyFiles(t *testing.T) {
	t.Parallel()
	const files = 6000
	dir := t.TempDir()
	create := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range files {
		create(fmt.Sprintf("f&%05d", i))
	}
	h := NewHost("https", folders(t, "https://a.test/=files:"+dir))
	before := lists(t, h, "https://a.test/")
	found := map[string]bool{}
	for i, l := range before {
		if len(l) > maxListed || len(l) < minListed && i < len(before)-1 {
			t.Errorf("list %d has %d names", i, len(l))
		}
		for _, target := range l {
			found[target] = true
		}
	}
	if len(found) != files || len(before) < 3 || len(before) > files/minListed+1 {
		t.Errorf("%d files in %d lists, want %d", len(found), len(before), files)
	}
	create("f&00000a")
	changed := 0
	for i, l := range lists(t, h, "https://a.test/") {
		if !slices.Equal(l, before[i]) {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("a new file changes %d lists, want 1", changed)
	}
}

// TestSystemFiles: what a system keeps among the files of people is not listed.
func TestSystemFiles(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"$RECYCLE.BIN/a.txt": "deleted", "Thumbs.db": "previews", "desktop.ini": "views", "photos/@eaDir/a.jpg": "preview", "photos/a.jpg": "photo"})
	f := folders(t, "https://a.test/=files:"+dir)
	if got := listedAt(t, f, "https://a.test/"); got != "./guide/ ./photos/" {
		t.Errorf("listed %s", got)
	}
	if got := listedAt(t, f, "https://a.test/photos/"); got != "./a.jpg" {
		t.Errorf("listed %s", got)
	}
	for _, u := range []string{"https://a.test/Thumbs.db", "https://a.test/$RECYCLE.BIN/a.txt", "https://a.test/$RECYCLE.BIN/", "https://a.test/photos/@eaDir/a.jpg"} {
		if code := ask(t, f, "GET", u).StatusCode; code != http.StatusNotFound { // it leaves the index, if an earlier version put it there
			t.Errorf("%s: status %d", u, code)
		}
	}
}

// TestTypesToRead: a robot is told of a file with text that it is text, whatever it is for, and of others
// what they begin as; a reader is told what the name says.
func TestTypesToRead(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("header ", 100) + "\x00"
	for name, tt := range map[string]struct{ content, kind, readers string }{
		"a.ipynb": {`{"cells": []}`, "application/x-ipynb+json", "application/x-ipynb+json"},
		"a.json":  {`{"a": 1}`, "text/plain", "application/json"}, "b.json": {"\x00\x01", unknownType, "application/json"},
		"a.js": {"let a = 1", "text/plain", "text/javascript; charset=utf-8"}, "a.css": {"a { }", "text/plain", "text/css; charset=utf-8"},
		"a.yaml": {"a: b\n", "text/plain", "text/plain; charset=utf-8"}, "a.log": {"caf\xe9 closed\n", "text/plain", "text/plain"},
		"a.svg": {"<svg><text>a</text></svg>", "application/xml", "image/svg+xml"}, "wide.log": {"\xff\xfea\x00", "text/plain", "text/plain"},
		"a.bin": {zeros, unknownType, unknownType}, "empty": {"", unknownType, unknownType}, "scan": {"%PDF-1.4", "application/pdf", unknownType},
		"old": {compound, "application/msword", unknownType}, "photo": {"\x89PNG\r\n\x1a\n", "image/png", unknownType}, "a.csv": {"a,b\n", "text/csv", "text/csv; charset=utf-8"},
	} {
		f := folders(t, "https://a.test/=files:"+built(t, map[string]string{name: tt.content}))
		if got := ask(t, f, http.MethodGet, "https://a.test/"+name).Header.Get("Content-Type"); got != tt.kind {
			t.Errorf("%s: a robot is told %q, want %q", name, got, tt.kind)
		}
		u, err := weburl.Parse("https://a.test/" + name)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		f.Send(w, httptest.NewRequest(http.MethodGet, "/", nil), u)
		if got := w.Result().Header.Get("Content-Type"); got != tt.readers {
			t.Errorf("%s: a reader is told %q, want %q", name, got, tt.readers)
		}
	}
}

// TestListAgain: a list has a tag by what it says, and a share that is not mounted says nothing.
func TestListAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := folders(t, "https://a.test/=files:"+dir)
	if r := ask(t, f, http.MethodGet, "https://a.test/"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("an empty folder: status %d", r.StatusCode)
	}
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	tag := ask(t, f, http.MethodGet, "https://a.test/").Header.Get("ETag")
	if r := ask(t, f, http.MethodGet, "https://a.test/", "If-None-Match", tag); tag == "" || r.StatusCode != http.StatusNotModified {
		t.Errorf("the same list: tag %q, status %d", tag, r.StatusCode)
	}
	if err := os.WriteFile(filepath.Join(dir, "_headers"), []byte("/\n  X-Robots-Tag: nofollow\n  Content-Type: text/plain\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := ask(t, f, http.MethodGet, "https://a.test/", "If-None-Match", tag)
	if r.StatusCode != http.StatusOK || r.Header.Get("X-Robots-Tag") != "nofollow" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		t.Errorf("a list with a field: status %d, %v", r.StatusCode, r.Header)
	}
	tag = r.Header.Get("ETag")
	write("two")
	if r := ask(t, f, http.MethodGet, "https://a.test/", "If-None-Match", tag); r.StatusCode != http.StatusOK {
		t.Errorf("another list: status %d", r.StatusCode)
	}
}
