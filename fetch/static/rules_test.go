package static

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestRules checks the answers of a folder that says where its pages went, and what fields they have.
func TestRules(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{
		"index.html": "start", "page.html": "page", "app/index.html": "app", "lost.html": "lost", "part/index.html": "part",
		"_redirects": "/old /page 302\n/page.html /never 301\n/forced /new 308!\n/part/x/* /part/\n/app/* /app/index.html 200\n/de/* /lost 404\n/out/* /../../secret 200\n/far https://b.test/x#y\n/none /nothing 200\n/outer/* /docs/:splat\nbad\n",
		"_headers":   "/app/*\n  X-Robots-Tag: noindex\n/page*\n  Link: <x>\n", "forced.html": "hidden",
	})
	site := folders(t, "https://a.test/="+dir, "https://b.test/docs/="+dir)
	for url, want := range map[string]string{
		"https://a.test/old":              "302 /page  ",
		"https://a.test/old?a=b":          "302 /page?a=b  ",
		"https://a.test/page.html":        "200   page",
		"https://a.test/forced":           "308 /new  ",
		"https://a.test/part":             "301 /part/  ",
		"https://a.test/part/x/1":         "301 /part/  ",
		"https://a.test/app/view/1":       "200  noindex app",
		"https://a.test/app/":             "200  noindex app",
		"https://a.test/de/x":             "404   lost",
		"https://a.test/out/x":            "404   ",
		"https://a.test/far?q=1":          "301 https://b.test/x?q=1#y  ",
		"https://a.test/none":             "404   ",
		"https://a.test/_redirects":       "404   ",
		"https://a.test/_headers":         "404   ",
		"https://b.test/docs/page":        "200   page",
		"https://b.test/docs/old":         "404   ",
		"https://b.test/docs/_redirects?": "404   ",
	} {
		r := ask(t, site, "GET", url)
		got := fmt.Sprintf("%d %s %s %s", r.StatusCode, r.Header.Get("Location"), r.Header.Get("X-Robots-Tag"), text(t, r))
		if got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	want := []string{"_redirects: line 11 is not read: a rule has a source and a target", "_headers: line 3 is not read: an asterisk is read only as the last segment of a path"}
	if got := folders(t, "https://a.test/="+dir).Unread(); len(got) != 2 || !strings.HasSuffix(got[0], want[0]) || !strings.HasSuffix(got[1], want[1]) {
		t.Errorf("not read: %q", got)
	}
	if got := folders(t, "https://a.test/="+filepath.Join(dir, "none")).Unread(); len(got) > 0 {
		t.Errorf("of no folder: %q", got)
	}
}

// TestRulesOfABuild checks that rules which a build writes anew are read again.
func TestRulesOfABuild(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"index.html": "start"})
	h := NewHost("https", folders(t, "https://a.test/="+dir))
	var got []string
	for _, rule := range []string{"", "/x /one\n", "/x /second\n"} {
		if rule != "" {
			if err := os.WriteFile(filepath.Join(dir, "_redirects"), []byte(rule), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			got = append(got, askHost(t, h, "https://a.test/x").Header.Get("Location"))
		}
	}
	if want := []string{"", "", "/one", "/one", "/second", "/second"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestUnchangedWithFields checks that a copy of a page does not count any more once its fields are
// others, since a 304 would leave them unread.
func TestUnchangedWithFields(t *testing.T) {
	t.Parallel()
	dir := built(t, map[string]string{"page.html": "page", "other.html": "other", "_headers": "/page.html\n  X-Robots-Tag: max-snippet:9\n"})
	site := folders(t, "https://a.test/="+dir)
	page := ask(t, site, "GET", "https://a.test/page.html").Header.Get("ETag")
	other := ask(t, site, "GET", "https://a.test/other.html").Header.Get("ETag")
	for _, c := range []struct {
		rule, url, tag string
		status         int
	}{
		{"/page.html\n  X-Robots-Tag: max-snippet:9\n\n", "page.html", page, 304},
		{"/page.html\n  X-Robots-Tag: nosnippet\n", "page.html", page, 200},
		{"/page.html\n  X-Robots-Tag: nosnippet\n", "other.html", other, 304},
		{"/other.html\n  Content-Type: text/plain\n", "page.html", page, 200},
		{"/other.html\n  Content-Type: text/plain\n", "other.html", other, 200},
	} {
		if err := os.WriteFile(filepath.Join(dir, "_headers"), []byte(c.rule), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := ask(t, site, "GET", "https://a.test/"+c.url, "If-None-Match", c.tag); r.StatusCode != c.status {
			t.Errorf("%s with %q: status %d, want %d", c.url, c.rule, r.StatusCode, c.status)
		}
	}
}

// TestRulesThatCannotBeRead checks that a folder gives no page while its rules cannot be read, and does
// as soon as they can: a page that they close would be open.
func TestRulesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"_redirects", "_headers"} {
		dir := built(t, map[string]string{"page.html": "page", "_redirects": "/x /y\n", "_headers": "/*\n  X-Robots-Tag: noindex\n"})
		h := NewHost("https", folders(t, "https://a.test/="+dir))
		h.rules.read = func(root *os.Root, file string) ([]byte, error) {
			if file == name {
				return nil, syscall.EMFILE // other files of the process take all numbers
			}
			return readSettings(root, file)
		}
		if r := askHost(t, h, "https://a.test/page.html"); r.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s cannot be read: status %d", name, r.StatusCode)
		}
		h.rules.read = readSettings
		if r := askHost(t, h, "https://a.test/page.html"); r.StatusCode != http.StatusOK || r.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s can be read again: status %d, %v", name, r.StatusCode, r.Header)
		}
	}
}
