package console

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/static"
)

// TestFilesAreOpened: results of a folder on disk lead to its files, which are sent if searchers find
// them, and run no scripts.
func TestFilesAreOpened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan 1.pdf": "%PDF", "page.html": "<script>alert(1)</script>", "hidden.txt": "shut", "deleted.txt": "shut", "secret.txt": "shut", "unknown.txt": "shut", "data.docx": "PK", "notes.txt": "words", "größe.txt": "Größe", "alt.txt": "Gr\xf6\xdfe", "list.csv": "a,b", "seite.html": "Größe", "drawing.svg": "<svg/>", "run.js": "alert(1)", "look.css": "a{}",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folders, err := static.Parse([]string{"https://files.test:8443/papers/=files:" + dir})
	if err != nil {
		t.Fatal(err)
	}
	const base = "https://files.test:8443/papers/"
	var changes []aranea.IndexChange
	for _, name := range []string{"plan%201.pdf", "page.html", "page.html?print=1", "data.docx", "notes.txt", "gr%C3%B6%C3%9Fe.txt", "alt.txt", "list.csv", "seite.html", "drawing.svg", "run.js", "look.css", "gone.txt", "secret.txt"} {
		changes = append(changes, putOf(t, plain(base+name, "The plan "+name, "a weaver")))
	}
	changes[len(changes)-1].Access = "members"
	for name, action := range map[string]aranea.IndexAction{"hidden.txt": aranea.IndexHide, "deleted.txt": aranea.IndexDelete} {
		put := putOf(t, plain(base+name, "The plan", "a weaver"))
		changes = append(changes, put, aranea.IndexChange{Action: action, URL: put.URL})
	}
	s := searcherOf(t, append(changes, putOf(t, plain("https://other.test/", "Elsewhere", "a weaver"))))
	h := serverOf(t, s, nil, Options{Path: "/search/", Folders: func() static.Folders { return folders }}).Handler()
	has(t, get(t, h, "/search/?q=weaver"), http.StatusOK, `<a href="/search/file/https/files.test:8443/papers/plan%201.pdf"`, `<a href="https://other.test/"`)

	const path = "/file/https/files.test:8443/papers/"
	for _, tt := range []struct {
		path        string
		status      int
		kind, saved string
		sandbox     bool
	}{
		{path + "plan%201.pdf", 200, "application/pdf", "", false},
		{"/search" + path + "plan%201.pdf", 200, "application/pdf", "", false},
		{path + "notes.txt", 200, "text/plain; charset=utf-8", "", false},
		{path + "gr%C3%B6%C3%9Fe.txt", 200, "text/plain; charset=utf-8", "", false},
		{path + "alt.txt", 200, "text/plain", "", false},
		{path + "list.csv", 200, "text/plain; charset=utf-8", "", false},
		{path + "seite.html", 200, "text/html; charset=utf-8", "", true},
		{path + "page.html", 200, "text/html", "", true},
		{path + "page.html?print=1", 200, "text/html", "", true},
		{path + "page.html?print=2", 404, "text/html; charset=utf-8", "", false},
		{path + "run.js", 200, "text/plain", "", true},
		{path + "look.css", 200, "text/plain", "", true},
		{path + "drawing.svg", 200, "image/svg+xml", "", true},
		{path + "data.docx", 200, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "attachment", true},
		{path + "gone.txt", 404, "", "attachment", true},
		{path + "hidden.txt", 404, "text/html; charset=utf-8", "", false},
		{path + "deleted.txt", 404, "text/html; charset=utf-8", "", false},
		{path + "secret.txt", 404, "text/html; charset=utf-8", "", false},
		{path + "unknown.txt", 404, "text/html; charset=utf-8", "", false},
		{path + "..%2f..%2fetc%2fpasswd", 404, "text/html; charset=utf-8", "", false},
		{"/file/https/other.test/", 404, "text/html; charset=utf-8", "", false},
		{"/file/https/files.test/papers/notes.txt", 404, "text/html; charset=utf-8", "", false},
		{"/file/ftp/files.test/", 404, "text/html; charset=utf-8", "", false},
		{"/file/https", 404, "text/html; charset=utf-8", "", false},
		{"/file/", 404, "text/html; charset=utf-8", "", false},
	} {
		w := get(t, h, tt.path)
		f := w.Header()
		if w.Code != tt.status || f.Get("Content-Type") != tt.kind || f.Get("Content-Disposition") != tt.saved || strings.Contains(f.Get("Content-Security-Policy"), "sandbox") != tt.sandbox {
			t.Errorf("%s: status %d, %v; want %+v", tt.path, w.Code, f, tt)
		}
		if f.Get("X-Content-Type-Options") != "nosniff" || strings.Contains(f.Get("Content-Security-Policy"), "script-src 'self'") && w.Code == http.StatusOK {
			t.Errorf("%s may run scripts: %v", tt.path, f)
		}
	}

	shut := serverOf(t, s, nil, Options{}).Handler()
	has(t, get(t, shut, path+"notes.txt"), http.StatusNotFound)
	has(t, get(t, shut, "/?q=weaver"), http.StatusOK, `<a href="`+base+`plan%201.pdf"`)
}

// TestOpenedAgain: that a file is as the browser has it changes nothing of how it is shown there.
func TestOpenedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "page.html"), []byte("<p>a weaver"), 0o600); err != nil {
		t.Fatal(err)
	}
	folders, err := static.Parse([]string{"https://files.test/=files:" + dir})
	if err != nil {
		t.Fatal(err)
	}
	h := serverOf(t, indexOf(t, plain("https://files.test/page.html", "The page", "a weaver")), nil, Options{Folders: func() static.Folders { return folders }}).Handler()
	const path = "/file/https/files.test/page.html"
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "127.0.0.1"
	r.Header.Set("If-None-Match", get(t, h, path).Header().Get("ETag"))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if f := w.Header(); w.Code != http.StatusNotModified || f.Get("Content-Security-Policy") != "" || f.Get("Content-Disposition") != "" {
		t.Errorf("status %d, %v", w.Code, f)
	}
}
