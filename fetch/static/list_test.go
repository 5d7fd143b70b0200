package static

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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

// TestListOfManyFiles: a list has a limit and leads to the next one, with each file in one of them.
func TestListOfManyFiles(t *testing.T) {
	t.Parallel()
	const files = 2*maxListed + 7
	dir := t.TempDir()
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f&%05d", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := folders(t, "https://a.test/=files:"+dir)
	found := map[string]bool{}
	lists := 0
	for next := "./"; next != ""; lists++ {
		all := strings.Fields(listedAt(t, f, "https://a.test/"+strings.ReplaceAll(next, "&amp;", "&")))
		if next = ""; len(all) > maxListed {
			next = all[len(all)-1]
			all = all[:len(all)-1]
		}
		for _, target := range all {
			found[target] = true
		}
	}
	if len(found) != files || lists != 3 {
		t.Errorf("%d files in %d lists, want %d in 3", len(found), lists, files)
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
