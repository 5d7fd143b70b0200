package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// A closedSite has pages behind Basic authentication under /private and behind a
// login form under /members, and pages that lead to another host.
type closedSite struct {
	elsewhere string // the start page on another host

	mu     sync.Mutex
	logins int
	asked  map[string]int // by path, with a session
	expire bool           // the next page behind the form ends the session
	good   string         // the current session
}

const sentinel = "s3ntinel-Pa55"

func (s *closedSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	page := func(title, text string) { fmt.Fprintf(w, "<html lang=en><title>%s</title><p>%s</p>", title, text) }
	user, pass, _ := r.BasicAuth()
	switch path := r.URL.Path; {
	case path == "/":
		page("Open", fmt.Sprintf(`open words <a href="/private/">hydra</a> <a href="/members/">m</a> <a href="%s">e</a>`, s.elsewhere))
	case strings.HasPrefix(path, "/private/") && (user != "spider" || pass != sentinel):
		w.WriteHeader(http.StatusUnauthorized)
	case path == "/private/":
		page("Basic", fmt.Sprintf(`basilisk words behind a password <a href="/private/away">a</a> <a href="%s">gorgon</a> <a href="/private/unread.mp3">kraken</a>`, s.elsewhere))
	case path == "/private/away":
		http.Redirect(w, r, s.elsewhere+"from-redirect", http.StatusFound)
	case path == "/login" && r.Method == http.MethodGet:
		fmt.Fprint(w, `<form method=post><input type=hidden name=token value=t7><input name=user><input type=password name=pw></form>`)
	case path == "/login":
		s.logIn(w, r)
	case strings.HasPrefix(path, "/members/"):
		if path == "/members/two" && s.expire {
			s.good, s.expire = "none", false
		}
		if c, err := r.Cookie("sid"); err != nil || c.Value != s.good {
			http.Redirect(w, r, "/login?next="+path, http.StatusFound)
			return
		}
		s.asked[path]++
		page("Members", fmt.Sprintf(`chimera words of members at %s <a href="/members/two">2</a>`, path))
	default:
		http.NotFound(w, r)
	}
}

func (s *closedSite) logIn(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("user") != "spider" || r.FormValue("pw") != sentinel || r.FormValue("token") != "t7" {
		http.Redirect(w, r, "/login?wrong", http.StatusFound)
		return
	}
	s.logins++
	s.good = fmt.Sprintf("session-%d", s.logins)
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: s.good, Path: "/", HttpOnly: true})
	http.Redirect(w, r, "/members/", http.StatusSeeOther)
}

// A witness is another host, which records everything that is sent to it.
type witness struct {
	mu   sync.Mutex
	seen bytes.Buffer
}

func (x *witness) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	defer x.mu.Unlock()
	_ = r.Write(&x.seen)
	fmt.Fprint(w, "<title>Elsewhere</title><p>elsewhere words")
}

// TestSecrets checks that sites behind Basic authentication and behind a login form are crawled,
// that an expired session is renewed, that only users who prove the same rights find their
// pages, and that the secret appears in no file of the folder, in no line of the log and in no
// request to another host (seed 003).
func TestSecrets(t *testing.T) {
	t.Parallel()
	other, site := &witness{}, &closedSite{asked: map[string]int{}, expire: true}
	away := httptest.NewServer(other)
	t.Cleanup(away.Close)
	site.elsewhere = away.URL + "/"
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	var log lockedBuffer
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Version: "test", Create: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	s := servicetest.Settings(start)
	s.Scope, s.Secrets = "any", secretsOf(t, srv.URL)
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	checkAccess(t, e)
	checkOrphans(t, e, start)
	site.mu.Lock()
	if site.logins != 2 || site.asked["/members/two"] != 1 {
		t.Errorf("%d logins, asked %v", site.logins, site.asked)
	}
	site.mu.Unlock()
	checkProofs(t, e)
	checkWhyIsClosed(t, e, start)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	if sent := other.seen.String(); !strings.Contains(sent, "/from-redirect") || strings.Contains(sent, "Authorization") || strings.Contains(sent, "Cookie") {
		t.Errorf("another host was sent\n%s", sent)
	}
	lacksSentinel(t, "the log", []byte(log.String()))
	lacksSentinel(t, "the other host", other.seen.Bytes())
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		lacksSentinel(t, path, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// checkOrphans: what only members find, by links that are not kept, is no orphan page.
func checkOrphans(t *testing.T, e *Engine, start weburl.URL) {
	t.Helper()
	var pages []string
	for o, err := range e.OrphanPages(t.Context(), linkcheck.OrphanFilter{Host: start.Host()}) {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, o.URL.Target()+" "+o.How)
	}
	if want := "[/ seed]"; fmt.Sprint(pages) != want {
		t.Errorf("orphan pages %v, want %s", pages, want)
	}
	for p, err := range e.PublishedPages(t.Context(), sitemappages.Filter{}) { // nor may a sitemap name it
		if err != nil || strings.HasPrefix(p.URL.Target(), "/members/") {
			t.Errorf("for a sitemap: %s, %v", p.URL, err)
		}
	}
}

// TestExportedSecrets checks that what was read with a secret is listed only with its label.
func TestExportedSecrets(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	for _, access := range []string{"members", "staff", ""} {
		u := weburl.MustParse("http://a.test/" + access)
		page := &aranea.Page{URL: u, Text: []byte("words.\n"), Elements: []aranea.Element{{End: 6}}}
		if err := e.indexer.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Page: page, Access: access, Snippet: true, Version: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	for want, access := range map[string][]string{
		"/": nil, "/ /members": {"members"}, "/ /members /staff": {search.AllAccess}, "/ /staff": {"none", "staff"},
	} {
		var got []string
		for d, err := range e.Documents(t.Context(), access) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, strings.TrimPrefix(d.URL, "http://a.test"))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("with %q: %q, want %s", access, got, want)
		}
	}
}

// TestSecretDocuments checks that what was read with a secret is in no line for other programs, also
// when it is found again after it was hidden.
func TestSecretDocuments(t *testing.T) {
	t.Parallel()
	e, dir := openEngine(t, filepath.Join(t.TempDir(), "data")), filepath.Join(t.TempDir(), "out")
	if err := e.indexer.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	for _, access := range []string{"members", ""} {
		u := weburl.MustParse("http://a.test/" + access)
		text := []byte("words of " + access + ".\n")
		page := &aranea.Page{URL: u, Text: text, Elements: []aranea.Element{{End: uint32(len(text) - 1)}}}
		for _, c := range []aranea.IndexChange{
			{Action: aranea.IndexPut, URL: u, Page: page, Access: access, Snippet: true, Version: 1}, {Action: aranea.IndexHide, URL: u}, {Action: aranea.IndexShow, URL: u},
		} {
			if err := e.indexer.Apply(t.Context(), []aranea.IndexChange{c}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := e.indexer.EndFile(); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	lines, err := os.ReadFile(names[0])
	if err != nil || bytes.Contains(lines, []byte("members.")) || bytes.Count(lines, []byte("words of .")) != 2 {
		t.Errorf("%v:\n%s", err, lines)
	}
}

// TestRefusedDocuments checks that a crawl that cannot write to the folder that it names leaves the one
// that the settings remember in use.
func TestRefusedDocuments(t *testing.T) {
	t.Parallel()
	e, dir := openEngine(t, filepath.Join(t.TempDir(), "data")), t.TempDir()
	s := servicetest.Settings(servicetest.NewSite(t))
	for _, s.Documents = range []string{filepath.Join(dir, "good"), filepath.Join(dir, "file")} {
		_, err := e.Crawl(t.Context(), s, nil)
		if kind := aranea.KindOf(err); err != nil && (kind != aranea.Denied || !strings.Contains(err.Error(), "--documents")) {
			t.Error(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	did, err := e.Import(t.Context(), imports.Batch{Documents: []imports.Document{{URL: "http://b.test/", Title: "words"}}})
	names, _ := filepath.Glob(filepath.Join(dir, "good", "*.jsonl.open"))
	if err != nil || did.Documents != 1 || len(names) != 1 {
		t.Errorf("%+v, %v, with %q", did, err, names)
	}
}

// TestAddedSecrets checks that closed pages are requested again at once, and only once, when a
// secret for them is added or corrected, and not without a change; nor is a login repeated.
func TestAddedSecrets(t *testing.T) {
	t.Parallel()
	site := &closedSite{asked: map[string]int{}}
	requests := new(atomic.Int32)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	site.elsewhere = srv.URL + "/none"
	start, err := weburl.Parse(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	right := secretsOf(t, srv.URL)
	wrong := strings.Replace(secretsOf(t, srv.URL), "secrets.toml", "wrong.toml", 1)
	text, err := os.ReadFile(right)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(wrong, bytes.Replace(text, []byte(sentinel), []byte("misspelled"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	for _, tt := range []struct {
		name, secrets string
		found         int
		asks          bool
	}{
		{"none", "", 0, true}, {"two are added, one of them wrong", wrong, 2, true}, {"as before", wrong, 2, false},
		{"it is corrected", right, 3, true}, {"corrected as before", right, 3, false},
	} {
		s := servicetest.Settings(start)
		s.Secrets = tt.secrets
		before := requests.Load()
		if _, err := e.Crawl(t.Context(), s, nil); err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(t.Context(), search.Request{Query: "basilisk OR chimera", Access: []string{search.AllAccess}})
		if err != nil || r.Total != tt.found {
			t.Errorf("%s: %d pages, %v; want %d", tt.name, r.Total, err, tt.found)
		}
		if n := requests.Load() - before; n > 0 != tt.asks { // the session of the form is kept from crawl to crawl
			t.Errorf("%s: %d requests", tt.name, n)
		}
	}
}

// secretsOf writes the secrets file of a closedSite.
func secretsOf(t *testing.T, site string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secrets.toml")
	text := fmt.Sprintf(`
[[secret]]
label = "basic"
url = "%[1]s/private/"
kind = "basic"
user = "spider"
password = %[2]q

[[secret]]
label = "club"
url = "%[1]s/members/"
kind = "form"
login = "%[1]s/login"
user = "spider"
password = %[2]q
`, site, sentinel)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func checkAccess(t *testing.T, e *Engine) {
	t.Helper()
	for _, tt := range []struct {
		query  string
		access []string
		want   int
	}{
		{"open", nil, 1}, {"elsewhere", nil, 1}, {"words", nil, 2}, {"basilisk", nil, 0}, {"chimera", nil, 0},
		// The words of links reveal nothing about closed pages, and closed pages add no words of
		// links.
		{"hydra", nil, 1}, {"hydra", []string{"basic"}, 2}, {"gorgon", nil, 0}, {"gorgon", []string{"basic"}, 1}, {"kraken", nil, 0},
		{"basilisk", []string{"basic"}, 1}, {"chimera", []string{"basic"}, 0}, {"basilisk OR chimera", []string{"basic"}, 1},
		{"basilisk OR chimera", []string{"club", "basic"}, 3}, {"words", []string{search.AllAccess}, 5},
	} {
		r, err := e.Search(t.Context(), search.Request{Query: tt.query, Access: tt.access})
		if all := len(tt.access) == 2 || len(tt.access) > 0 && tt.access[0] == search.AllAccess; err != nil || r.Total != tt.want || r.Shut == all {
			t.Errorf("%s with %v: %d pages, shut %v, %v; want %d", tt.query, tt.access, r.Total, r.Shut, err, tt.want)
		}
	}
}

// lacksSentinel checks that data contains neither the password nor a session nor the Basic form
// of the password.
func lacksSentinel(t *testing.T, where string, data []byte) {
	t.Helper()
	for _, secret := range []string{sentinel, "c3BpZGVyOnMzbnRpbmVsLVBhNTU", "session-"} {
		if bytes.Contains(data, []byte(secret)) {
			t.Errorf("%s holds %s", where, secret)
		}
	}
}

func checkProofs(t *testing.T, e *Engine) {
	t.Helper()
	for _, tt := range []struct {
		label, user, pass string
		want              bool
	}{
		{"basic", "spider", sentinel, true}, {"basic", "spider", "wrong", false}, {"basic", "", "", false},
		{"club", "spider", sentinel, true}, {"club", "spider", "wrong", false},
	} {
		got, err := e.Prove(t.Context(), service.Proof{Label: tt.label, User: tt.user, Password: tt.pass})
		if err != nil || got.Holds != tt.want {
			t.Errorf("%s with %s: %v, %v", tt.label, tt.pass, got, err)
		}
	}
	if _, err := e.Prove(t.Context(), service.Proof{Label: "none"}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("unknown label: %v", err)
	}
	var err error
	for range credentials.MaxWrongProofs + 1 {
		_, err = e.Prove(t.Context(), service.Proof{Label: "basic", User: "spider", Password: "guess"})
	}
	if aranea.KindOf(err) != aranea.Limit {
		t.Errorf("guessing goes on: %v", err)
	}
}

func checkWhyIsClosed(t *testing.T, e *Engine, start weburl.URL) {
	t.Helper()
	page, err := start.Resolve("/private/")
	if err != nil {
		t.Fatal(err)
	}
	shut, err := e.Why(t.Context(), search.Request{Query: "basilisk"}, page)
	open, err2 := e.Why(t.Context(), search.Request{Query: "basilisk", Access: []string{"basic"}}, page)
	if err := errors.Join(err, err2); err != nil || shut.Indexed || !open.Matches {
		t.Errorf("without rights %v, with %v, %v", shut.Indexed, open.Matches, err)
	}
}

// A lockedBuffer is a buffer for concurrent writers.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
