package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// buildPlugin builds an example and returns its file.
func buildPlugin(t *testing.T, name, file string, env ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), file)
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", out, "../../examples/plugins/"+name)
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, text)
	}
	return out
}

const walk = `<?xml version="1.0"?><gpx><metadata><name>Round the Mirror Lake</name><desc>An easy walk through larch woods.</desc>
<link href="/more.html"><text>More of the lake</text></link></metadata></gpx>`

const film = "1\n00:00:01,000 --> 00:00:03,000\n<i>Where is</i> the\nlighthouse keeper?\n"

// walks is a site with documents of the examples' formats.
func walks(w http.ResponseWriter, r *http.Request) {
	page, ok := map[string]struct{ media, text string }{
		"/":           {"text/html", `<p>See <a href="walk.gpx">this</a> and <a href="film.srt">that</a> and <a href="bad.srt">a third</a>.`},
		"/walk.gpx":   {"application/gpx+xml", walk},
		"/film.srt":   {"text/plain", film},
		"/bad.srt":    {"application/x-subrip", "no times at all, only gibberish"},
		"/more.html":  {"text/html", "<p>The tarn in winter."},
		"/robots.txt": {"text/plain", ""},
	}[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", page.media)
	_, _ = w.Write([]byte(page.text))
}

// TestPlugins: the two examples, one as WebAssembly and one as a program, are built,
// added, and read what a crawl meets, and what one met before.
func TestPlugins(t *testing.T) {
	t.Parallel()
	gpx := buildPlugin(t, "gpx", "gpx.wasm", "GOOS=wasip1", "GOARCH=wasm")
	srt := buildPlugin(t, "srt", "srt")
	srv := httptest.NewServer(http.HandlerFunc(walks))
	t.Cleanup(srv.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	aranea := func(wantFail bool, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), self, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asCommand+"=1", "ARANEA_PLUGINS="+filepath.Join(dir, "plugins"), "ARANEA_CONTACT=test@example.org",
			"ARANEA_ALLOW_NET=127.0.0.0/8", "ARANEA_RESOLVE=*:*:"+strings.TrimPrefix(srv.URL, "http://"))
		out, err := cmd.CombinedOutput()
		if (err != nil) != wantFail {
			t.Fatalf("aranea %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	says := func(out string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%q is missing in\n%s", w, out)
			}
		}
	}
	track := filepath.Join(dir, "walk.gpx")
	if err := os.WriteFile(track, []byte(walk), 0o600); err != nil {
		t.Fatal(err)
	}
	says(aranea(false, "plugin", "list"), "No plugins.")
	says(aranea(false, "crawl", "--delay", "0s", "--quiet", "http://walks.test/"), "Verdict: ok")
	says(aranea(true, "explain", "http://walks.test/walk.gpx"), "BODY.TYPE")
	says(aranea(false, "search", "lighthouse keeper"), "[TEXT]", "http://walks.test/film.srt")
	says(aranea(false, "plugin", "test", gpx, track), "Read as gpx by gpx 1", "title        Round the Mirror Lake", "link         http://plugin.invalid/more.html")
	says(aranea(false, "plugin", "test", srt, track), "Read as xml")
	says(aranea(true, "plugin", "add", track), "is no plugin")
	says(aranea(false, "plugin", "add", gpx, srt), "gpx 1", "srt 1", "application/x-subrip")
	says(aranea(false, "plugin", "list"), "gpx 1", "srt 1")
	says(aranea(false, "crawl", "--delay", "0s", "--quiet", "http://walks.test/"), "Verdict: ok")
	says(aranea(false, "search", "larch"), "[GPX] Round the Mirror Lake", "http://walks.test/walk.gpx")
	says(aranea(false, "search", "lighthouse keeper"), "[SRT]", "http://walks.test/film.srt")
	says(aranea(false, "search", "tarn"), "http://walks.test/more.html")
	says(aranea(false, "explain", "http://walks.test/film.srt"), "read by srt 1", "what reads documents of its type is another now")
	says(aranea(true, "explain", "http://walks.test/bad.srt"), "BODY.DAMAGED", "no times")
	if err := os.WriteFile(filepath.Join(dir, "plugins", "srt.plugin"), []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	says(aranea(true, "crawl", "--quiet", "http://walks.test/"), "is not the file that was added", "aranea plugin remove srt")
	says(aranea(false, "plugin", "list"), "gpx 1", "the plugin srt is not used")
	says(aranea(false, "plugin", "list", "--json"), `"file":"`, `"name":"gpx","version":"1"`, `"endings":["gpx"]`, `{"fault":"the plugin srt is not used`)
	says(aranea(true, "serve", "--listen", "nowhere:0:0"), "the plugin srt is not used", "no crawl begins until that is set right", "cannot listen")
	says(aranea(false, "search", "larch"), "[GPX] Round the Mirror Lake")
	says(aranea(false, "status"), "4 pages")
	aranea(false, "check")
	says(aranea(false, "plugin", "add", srt), "srt 1", "beginnings none")
	if out := aranea(false, "plugin", "list"); strings.Contains(out, "not used") {
		t.Errorf("added again:\n%s", out)
	}
	says(aranea(false, "plugin", "remove", "srt"))
	says(aranea(true, "plugin", "remove", "srt"), "there is no plugin srt; 'aranea plugin list'")
	says(aranea(false, "plugin", "list"), "gpx 1")
}
