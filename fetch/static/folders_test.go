package static

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func TestParse(t *testing.T) {
	t.Parallel()
	f := folders(t, "https://A.test=./public", "https://a.test/docs=/srv/a=b", "https://a.test/papers=files:/srv/p", " http://b.test:8080/x/=x")
	want := []string{"https://a.test/=./public", "https://a.test/docs/=/srv/a=b", "https://a.test/papers/=files:/srv/p", "http://b.test:8080/x/=x"}
	if got := f.Items(); !slices.Equal(got, want) {
		t.Errorf("items %q, want %q", got, want)
	}
	if got := f.Listed(); len(got) != 1 || got[0].String() != "https://a.test/papers/" {
		t.Errorf("folders of files %v", got)
	}
	for _, tt := range []struct{ name, item, want string }{
		{"no folder", "https://a.test/", "is not a URL and its folder"},
		{"empty folder", "https://a.test/=", "is not a URL and its folder"},
		{"empty folder of files", "https://a.test/=files:", "is not a URL and its folder"},
		{"no URL", "=./public", "is not a URL and its folder"},
		{"no scheme", "a.test=./public", "write https://a.test=./public"},
		{"no scheme, files", "a.test=files:./share", "write https://a.test=files:./share"},
		{"a query", "https://a.test/?x=./public", "neither a query nor a fragment"},
		{"a fragment", "https://a.test/#x=./public", "neither a query nor a fragment"},
		{"another scheme", "ftp://a.test/=./public", "neither http nor https"},
	} {
		if _, err := Parse([]string{tt.item}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := Parse([]string{"https://a.test/=x", "https://a.test=y"}); err == nil || !strings.Contains(err.Error(), "two folders") {
		t.Errorf("one base twice: %v", err)
	}
	if _, err := Parse(make([]string, MaxFolders+1)); err == nil || !strings.Contains(err.Error(), "1001 folders are more") {
		t.Errorf("too many: %v", err)
	}
}

func TestStored(t *testing.T) {
	t.Parallel()
	f := folders(t, "https://a.test/=/srv/a", "https://a.test/docs/=files:/srv/b")
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var again Folders
	if err := json.Unmarshal(data, &again); err != nil || !slices.Equal(f, again) {
		t.Errorf("%s is read as %v, %v", data, again, err)
	}
	if err := json.Unmarshal([]byte(`["x"]`), &again); err == nil {
		t.Error("an item that is none was read")
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := folders(t, "https://a.test/="+dir).Check(); err != nil {
		t.Errorf("a folder: %v", err)
	}
	err := folders(t, "https://a.test/="+dir, "https://b.test/="+file, "https://c.test/="+filepath.Join(dir, "none"), "https://d.test/="+t.TempDir()).Check()
	if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "for https://d.test/ is empty") || !strings.Contains(err.Error(), "b.test/, is not a folder") || !strings.Contains(err.Error(), "c.test/ does not exist") {
		t.Errorf("a file and nothing: %v", err)
	}
}

func TestParseHere(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	f, err := ParseHere([]string{"", "https://a.test/=x/../public", "https://b.test/=" + here})
	if err != nil || len(f) != 2 || f[0].Dir != filepath.Join(here, "public") || f[1].Dir != here {
		t.Errorf("%v, %v", f, err)
	}
	if _, err := ParseHere([]string{"x"}); err == nil {
		t.Error("an item that is none was read")
	}
}

func TestMoved(t *testing.T) {
	t.Parallel()
	before := folders(t, "https://a.test/=/a", "https://b.test/=/b", "https://c.test/=/c")
	now := folders(t, "https://c.test/=/c", "https://d.test/=/d", "https://d.test/x/=/x", "https://b.test/=/other")
	if got, want := now.Moved(before), []string{"a.test", "b.test", "d.test"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := before.Moved(before); got != nil {
		t.Errorf("the same folders: %q", got)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	f := folders(t, "https://a.test/docs/=x", "https://b.test/=y")
	for _, tt := range []struct {
		url  string
		want bool
	}{
		{"https://a.test/docs/page", false}, {"https://a.test/docs", false}, {"https://a.test/robots.txt", false},
		{"https://a.test/blog/", true}, {"https://a.test/docs-old", true}, {"http://a.test/docs/", true}, {"https://a.test:8443/docs/", true},
		{"http://a.test/robots.txt", true}, {"https://b.test/x?y=z", false}, {"https://c.test/", false},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Refuses(u); (err != nil) != tt.want {
			t.Errorf("%s: %v", tt.url, err)
		}
	}
	if !f.Have("a.test") || f.Have("c.test") || len(f.Hosts()) != 2 || Folders(nil).Hosts() != nil {
		t.Errorf("hosts %v", f.Hosts())
	}
}

// TestSitemaps: the sitemap at the usual place of a site counts unless the robots file of the host names others.
func TestSitemaps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, folder, robots, want string }{
		{"an empty robots file", "https://a.test/=", "", "[https://a.test/sitemap.xml]"},
		{"one that names none", "https://a.test/=", "User-agent: *\n", "[https://a.test/sitemap.xml]"},
		{"one that names another", "https://a.test/=", "Sitemap: https://a.test/map.xml\n", "[]"},
		{"one below a path, which does not count", "https://a.test/docs/=", "Sitemap: https://a.test/map.xml\n", "[https://a.test/docs/sitemap.xml]"},
		{"a folder of files", "https://a.test/=files:", "", "[]"},
	} {
		dir := built(t, map[string]string{"sitemap.xml": "<urlset/>", "robots.txt": tt.robots})
		if got := fmt.Sprint(folders(t, tt.folder+dir).Sitemaps()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if got := folders(t, "https://a.test/="+built(t, map[string]string{"sitemap.xml": "<urlset/>"})).Sitemaps(); len(got) != 1 {
		t.Errorf("no robots file: %v", got)
	}
	if got := folders(t, "https://a.test/="+t.TempDir()).Sitemaps(); got != nil {
		t.Errorf("a folder without a sitemap: %v", got)
	}
}
