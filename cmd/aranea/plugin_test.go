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

// walks serves a site with documents in the formats of the examples.
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

// A pluginFolder runs commands in a folder with the two example plugins, and a site with
// documents in their formats.
type pluginFolder struct {
	t        *testing.T
	dir, web string // web is the address of the site
	gpx, srt string // one as WebAssembly, one as a native program
	track    string // a document
}

func newPluginFolder(t *testing.T) *pluginFolder {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(walks))
	t.Cleanup(srv.Close)
	f := &pluginFolder{t: t, dir: t.TempDir(), web: strings.TrimPrefix(srv.URL, "http://")}
	f.gpx = buildPlugin(t, "gpx", "gpx.wasm", "GOOS=wasip1", "GOARCH=wasm")
	f.srt = buildPlugin(t, "srt", "srt")
	f.track = filepath.Join(f.dir, "walk.gpx")
	if err := os.WriteFile(f.track, []byte(walk), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}

// run runs aranea, which must succeed, and returns its output, which must contain every string in
// want.
func (f *pluginFolder) run(args string, want ...string) string {
	f.t.Helper()
	return f.says(false, args, want)
}

// fails is run for a command that must not end with code 0.
func (f *pluginFolder) fails(args string, want ...string) {
	f.t.Helper()
	f.says(true, args, want)
}

func (f *pluginFolder) says(wantFail bool, args string, want []string) string {
	f.t.Helper()
	self, err := os.Executable()
	if err != nil {
		f.t.Fatal(err)
	}
	cmd := exec.CommandContext(f.t.Context(), self, strings.Fields(args)...)
	cmd.Dir = f.dir
	cmd.Env = append(os.Environ(), asCommand+"=1", "ARANEA_PLUGINS="+filepath.Join(f.dir, "plugins"), "ARANEA_CONTACT=test@example.org",
		"ARANEA_ALLOW_NET=127.0.0.0/8", "ARANEA_RESOLVE=*:*:"+f.web,
		"HOME="+f.dir, "XDG_CACHE_HOME="+filepath.Join(f.dir, "cache")) // of compiled modules
	out, err := cmd.CombinedOutput()
	if (err != nil) != wantFail {
		f.t.Fatalf("aranea %s: %v\n%s", args, err, out)
	}
	for _, w := range want {
		if !strings.Contains(string(out), w) {
			f.t.Errorf("aranea %s: %q is missing in\n%s", args, w, out)
		}
	}
	return string(out)
}

// TestPlugins checks that the two examples can be built and added, and read documents that a
// crawl finds or found before; that a plugin file that was replaced is reported and not used; and
// that documents are read without a plugin after it was removed.
func TestPlugins(t *testing.T) {
	t.Parallel()
	f := newPluginFolder(t)
	f.readByPlugins()
	f.changedPlugin()
	f.run("plugin test gpx "+f.track, "Read as gpx by gpx 1")
	f.run("plugin remove srt", "Crawls that start from now on do without srt")
	f.run("crawl --delay 0s --quiet http://walks.test/", "Verdict: ok")
	f.run("search lighthouse keeper", "[TEXT]", "http://walks.test/film.srt") // its documents are read again
	f.fails("plugin remove srt", "there is no plugin srt; 'aranea plugin list'")
	f.run("plugin list", "gpx 1")
}

// readByPlugins crawls without plugins, and then with them.
func (f *pluginFolder) readByPlugins() {
	const crawl = "crawl --delay 0s --quiet http://walks.test/"
	f.run("plugin list", "No plugins.")
	f.run(crawl, "Verdict: ok")
	f.fails("explain http://walks.test/walk.gpx", "BODY.TYPE")
	f.run("search lighthouse keeper", "[TEXT]", "http://walks.test/film.srt")
	f.run("plugin test "+f.gpx+" "+f.track, "Read as gpx by gpx 1", "title        Round the Mirror Lake", "link         http://plugin.invalid/more.html")
	f.run("plugin test "+f.srt+" "+f.track, "Not read by the plugin srt: neither the beginning nor the ending", "Read as xml by xml")
	f.fails("plugin add "+f.track, "is no plugin", "neither a WebAssembly module nor a program")
	f.fails("plugin test gpx "+f.track, "there is no file gpx, such as gpx.wasm; 'aranea plugin list'")
	f.run("plugin add "+f.gpx+" "+f.srt, "gpx 1", "srt 1", "application/x-subrip")
	f.run("plugin list", "gpx 1", "srt 1")
	f.run(crawl, "Verdict: ok")
	f.run("search larch", "[GPX] Round the Mirror Lake", "http://walks.test/walk.gpx")
	f.run("search lighthouse keeper", "[SRT]", "http://walks.test/film.srt")
	f.run("search tarn", "http://walks.test/more.html")
	f.run("explain http://walks.test/film.srt", "read by srt 1", "what reads documents of its type is another now")
	f.fails("explain http://walks.test/bad.srt", "BODY.DAMAGED", "no times")
}

// changedPlugin replaces the file of a plugin, and adds the plugin again.
func (f *pluginFolder) changedPlugin() {
	if err := os.WriteFile(filepath.Join(f.dir, "plugins", "srt.plugin"), []byte("something else"), 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.fails("crawl --quiet http://walks.test/", "is not the file that was added", "aranea plugin remove srt")
	f.run("plugin list", "gpx 1", "the plugin srt is not used")
	f.run("plugin list --json", `"file":"`, `"name":"gpx","version":"1"`, `"endings":["gpx"]`, `{"fault":"the plugin srt is not used`)
	f.fails("serve --listen nowhere:0:0", "the plugin srt is not used", "no crawl begins until that is set right", "cannot listen")
	f.run("search larch", "[GPX] Round the Mirror Lake")
	f.run("status", "4 pages")
	f.run("check")
	f.run("plugin add "+f.srt, "srt 1", "beginnings none")
	if out := f.run("plugin list"); strings.Contains(out, "not used") {
		f.t.Errorf("added again:\n%s", out)
	}
}
