package static

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// built writes the files of a site and returns its folder, which lies in another one with a file that
// must never be served.
func built(t testing.TB, files map[string]string) string {
	t.Helper()
	outer := t.TempDir()
	dir := filepath.Join(outer, "public")
	files = withSecret(files)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const secret = "not for the web"

func withSecret(files map[string]string) map[string]string {
	all := map[string]string{"../secret.html": secret, ".git/config": secret, ".env": secret, "guide/.draft.html": secret}
	for name, text := range files {
		all[name] = text
	}
	return all
}

// ask returns the answer for a URL.
func ask(t testing.TB, folders Folders, method, url string, fields ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, url, nil)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	scheme, _, _ := strings.Cut(url, ":")
	NewHost(scheme, folders).ServeHTTP(w, r)
	return w.Result()
}

func askHost(t testing.TB, h *Host, url string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
	return w.Result()
}

func text(t testing.TB, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(b.String(), "\r\n\r\n")
	return body
}

func folders(t testing.TB, items ...string) Folders {
	t.Helper()
	f, err := Parse(items)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAnswersAsAStaticHost(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{
		"index.html": "start", "about.html": "about", "guide/index.html": "guide", "both.html": "page", "both/index.html": "folder",
		"empty/picture.png": "png", "404.html": "lost?", "a b.txt": "spaced", "robots.txt": "User-agent: *", ".well-known/x.txt": "known", "LICENSE": "free",
	})
	if err := os.Symlink(filepath.Join("..", "secret.html"), filepath.Join(dir, "out.html")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "about.html"), filepath.Join(dir, "absolute.html")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("about.html", filepath.Join(dir, "in.html")); err != nil {
		t.Fatal(err)
	}
	site := folders(t, "https://a.test/="+dir)
	for _, tt := range []struct {
		path     string
		status   int
		body     string
		kind, to string
	}{
		{"/", 200, "start", "text/html", ""},
		{"/index.html", 200, "start", "text/html", ""},
		{"/about.html", 200, "about", "text/html", ""},
		{"/about", 200, "about", "text/html", ""},
		{"/about?x=1", 200, "about", "text/html", ""},
		{"/about/", 404, "lost?", "text/html", ""},
		{"/guide/", 200, "guide", "text/html", ""},
		{"/guide", 301, "", "", "/guide/"},
		{"/guide?x=1", 301, "", "", "/guide/?x=1"},
		{"/both", 200, "page", "text/html", ""},
		{"/both/", 200, "folder", "text/html", ""},
		{"/empty/", 404, "lost?", "text/html", ""},
		{"/empty", 404, "lost?", "text/html", ""},
		{"/empty/picture.png", 200, "png", "image/png", ""},
		{"/a%20b.txt", 200, "spaced", "text/plain", ""},
		{"/robots.txt", 200, "User-agent: *", "text/plain", ""},
		{"/LICENSE", 200, "free", "application/octet-stream", ""},
		{"/.well-known/x.txt", 200, "known", "text/plain", ""},
		{"/in.html", 200, "about", "text/html", ""},
		{"/absolute.html", 404, "lost?", "text/html", ""},
		{"/out.html", 404, "lost?", "text/html", ""},
		{"/out", 404, "lost?", "text/html", ""},
		{"/.git/config", 404, "lost?", "text/html", ""},
		{"/.env", 404, "lost?", "text/html", ""},
		{"/guide/.draft", 404, "lost?", "text/html", ""},
		{"/%2e%2e/secret.html", 404, "lost?", "text/html", ""},
		{"/guide%2f..%2f..%2fsecret.html", 404, "lost?", "text/html", ""},
		{"//guide/", 404, "lost?", "text/html", ""},
		{"/guide//index.html", 404, "lost?", "text/html", ""},
		{"/about.html/more", 404, "lost?", "text/html", ""},
		{"/nul%00", 404, "lost?", "text/html", ""},
		{"/" + strings.Repeat("long", 200), 404, "lost?", "text/html", ""},
	} {
		r := ask(t, site, "GET", "https://a.test"+tt.path)
		if body := text(t, r); r.StatusCode != tt.status || body != tt.body || r.Header.Get("Content-Type") != tt.kind || r.Header.Get("Location") != tt.to {
			t.Errorf("%s: status %d, %q, type %q, location %q; want %d, %q, %q, %q", tt.path, r.StatusCode, body, r.Header.Get("Content-Type"), r.Header.Get("Location"), tt.status, tt.body, tt.kind, tt.to)
		}
	}
}

// TestWithoutPageForMissing: without a 404.html the answer for what is missing has no body.
func TestWithoutPageForMissing(t *testing.T) {
	t.Parallel()
	r := ask(t, folders(t, "https://a.test/="+built(t, nil)), "GET", "https://a.test/")
	if body := text(t, r); r.StatusCode != 404 || body != "" {
		t.Errorf("status %d, %q", r.StatusCode, body)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	site := folders(t, "https://a.test/="+built(t, map[string]string{"page.html": "some text"}))
	head := ask(t, site, "HEAD", "https://a.test/page")
	if head.StatusCode != 200 || head.Header.Get("Content-Length") != "9" || head.Header.Get("Content-Type") != "text/html" {
		t.Errorf("HEAD: status %d, fields %v", head.StatusCode, head.Header)
	}
	if r := ask(t, site, "HEAD", "https://a.test/none"); r.StatusCode != 404 {
		t.Errorf("HEAD of what is missing: status %d", r.StatusCode)
	}
	if r := ask(t, site, "POST", "https://a.test/page"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, fields %v", r.StatusCode, r.Header)
	}
}

// TestUnchanged: what a request has a copy of is not sent again, even if a build wrote the file anew
// at another time; what has another content is.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"page.html": "first"})
	site, page := folders(t, "https://a.test/="+dir), filepath.Join(dir, "page.html")
	first := ask(t, site, "GET", "https://a.test/page.html")
	tag, modified := first.Header.Get("ETag"), first.Header.Get("Last-Modified")
	if tag == "" || modified == "" {
		t.Fatalf("fields %v", first.Header)
	}
	info, err := os.Stat(page)
	if err != nil {
		t.Fatal(err)
	}
	later := info.ModTime().Add(3600e9)
	for _, tt := range []struct {
		content string
		status  int
	}{{"first", 304}, {"other", 200}} {
		if err := os.WriteFile(page, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(page, later, later); err != nil {
			t.Fatal(err)
		}
		if r := ask(t, site, "GET", "https://a.test/page.html", "If-None-Match", tag, "If-Modified-Since", modified); r.StatusCode != tt.status {
			t.Errorf("%s content: status %d, want %d", tt.content, r.StatusCode, tt.status)
		}
	}
}

// TestBases: of several folders the one with the longest base answers, and none for what lies outside
// of all.
func TestBases(t *testing.T) {
	t.Parallel()
	outer := built(t, map[string]string{"index.html": "outer", "docs/index.html": "hidden by the other folder"})
	inner := built(t, map[string]string{"index.html": "inner", "page.html": "inner page"})
	site := folders(t, "https://a.test/="+outer, "https://a.test/docs="+inner, "http://b.test:8080/x/="+inner)
	for _, tt := range []struct {
		url    string
		status int
		body   string
	}{
		{"https://a.test/", 200, "outer"},
		{"https://a.test/docs/", 200, "inner"},
		{"https://a.test/docs/page", 200, "inner page"},
		{"https://a.test/docs", 301, ""},
		{"http://a.test/", 404, ""},
		{"http://b.test:8080/x/", 200, "inner"},
		{"http://b.test:8080/robots.txt", 404, ""},
		{"http://b.test/x/", 404, ""},
	} {
		r := ask(t, site, "GET", tt.url)
		if body := text(t, r); r.StatusCode != tt.status || body != tt.body {
			t.Errorf("%s: status %d, %q; want %d, %q", tt.url, r.StatusCode, body, tt.status, tt.body)
		}
	}
}

// TestFolderThatIsGone: while a build replaces or empties the folder, its pages are not gone.
func TestFolderThatIsGone(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"index.html": "first"})
	site := folders(t, "https://a.test/="+dir)
	if err := os.Rename(dir, dir+"-old"); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, site, "GET", "https://a.test/"); r.StatusCode != 503 {
		t.Errorf("status %d without the folder, want 503", r.StatusCode)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/robots.txt", "/page"} {
		if r := ask(t, site, "GET", "https://a.test"+path); r.StatusCode != 503 {
			t.Errorf("%s: status %d from an empty folder, want 503", path, r.StatusCode)
		}
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir+"-old", dir); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, site, "GET", "https://a.test/"); r.StatusCode != 200 {
		t.Errorf("status %d with the folder, want 200", r.StatusCode)
	}
}

// FuzzHost: no path leads to what is not part of the site.
func FuzzHost(f *testing.F) {
	for _, path := range []string{"", "index.html", "../secret.html", "%2e%2e%2fsecret.html", ".git/config", "guide/..%5c..%5csecret", "out", "out/", "%00", "a//b", "guide/.%2e/.env", "files/", "files/out.html", "files/guide/?after=a", "files/..%2fsecret.html", "files/.%2e/", "files/up/secret.html"} {
		f.Add(path)
	}
	dir := built(f, map[string]string{"index.html": "start", "guide/index.html": "guide"})
	if err := os.Symlink(filepath.Join("..", "secret.html"), filepath.Join(dir, "out.html")); err != nil {
		f.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "up")); err != nil {
		f.Fatal(err)
	}
	site := folders(f, "https://a.test/="+dir, "https://a.test/files/=files:"+dir)
	f.Fuzz(func(t *testing.T, path string) {
		r, err := http.NewRequest("GET", "https://a.test/"+path, nil)
		if err != nil || r.URL.Host != "a.test" {
			return
		}
		w := httptest.NewRecorder()
		NewHost("https", site).ServeHTTP(w, r)
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("%q shows what is not part of the site", path)
		}
	})
}
