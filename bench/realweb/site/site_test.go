package site

import (
	"os"
	"path/filepath"
	"testing"
)

func tinyWeb(t *testing.T) *Web {
	t.Helper()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"hosts.tsv":                 "a.test\ten\tutf-8\tfile\t2\nru.b.test\tru\t-\tstatus:403\t1\nc.test\ten\t-\tnone\t1\nd.test\ten\t-\tredirect:http://a.test/robots.txt\t1\n",
		"moved.tsv":                 "*.b.test\t/en/\thttp://en.b.test/\n",
		"a.test/robots.txt":         "User-agent: *\nDisallow: /x\n",
		"a.test/index.html":         "<p>home",
		"a.test/sub dir/index.html": "<p>sub",
		"a.test/sub dir/a+b.TXT":    "text",
		"ru.b.test/index.html":      "<p>b",
		"c.test/robots.txt":         "not served",
		"d.test/index.html":         "<p>d",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestRespond(t *testing.T) {
	t.Parallel()
	w := tinyWeb(t)
	for _, tt := range []struct {
		name, host, target string
		status             int
		typ, location      string
	}{
		{"index of the root", "a.test", "/", 200, "text/html; charset=utf-8", ""},
		{"host with port and capitals", "A.test:80", "/index.html", 200, "text/html; charset=utf-8", ""},
		{"query does not count", "a.test", "/index.html?q=1", 200, "text/html; charset=utf-8", ""},
		{"folder without slash", "a.test", "/sub%20dir", 301, "text/plain", "http://a.test/sub%20dir/"},
		{"folder with slash", "a.test", "/sub%20dir/", 200, "text/html; charset=utf-8", ""},
		{"plus is a plus", "a.test", "/sub%20dir/a+b.TXT", 200, "text/plain; charset=utf-8", ""},
		{"missing", "a.test", "/nope", 404, "text/plain", ""},
		{"dot segments do not climb", "a.test", "/../a.test/index.html", 404, "text/plain", ""},
		{"broken escape", "a.test", "/%zz", 404, "text/plain", ""},
		{"robots file", "a.test", "/robots.txt", 200, "text/plain; charset=utf-8", ""},
		{"robots refused", "ru.b.test", "/robots.txt", 403, "text/plain", ""},
		{"robots absent though a file lies there", "c.test", "/robots.txt", 404, "text/plain", ""},
		{"robots elsewhere", "d.test", "/robots.txt", 301, "text/plain", "http://a.test/robots.txt"},
		{"moved prefix", "ru.b.test", "/en/m%20x.html", 301, "text/plain", "http://en.b.test/m%20x.html"},
		{"no charset", "ru.b.test", "/", 200, "text/html", ""},
		{"unknown host", "z.test", "/", 404, "text/plain", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := w.Respond(tt.host, tt.target)
			if r.Status != tt.status || r.Type != tt.typ || r.Location != tt.location {
				t.Errorf("Respond(%q, %q) = %d %q %q, want %d %q %q", tt.host, tt.target,
					r.Status, r.Type, r.Location, tt.status, tt.typ, tt.location)
			}
		})
	}
}

func TestOpenNamesTheBadLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, HostsFile), []byte("a.test\ten\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("Open accepts a table with too few fields")
	}
}
