package scope

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func urls(t *testing.T, texts ...string) (all []weburl.URL) {
	t.Helper()
	for _, text := range texts {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, u)
	}
	return all
}

// TestFolders: of the host of a folder nothing is in scope but what the folder answers for, in every
// mode; other hosts are decided as ever.
func TestFolders(t *testing.T) {
	t.Parallel()
	for mode := Host; mode <= List; mode++ {
		seeds := urls(t, "https://a.test/docs/", "https://b.test/")
		r, err := New(Options{Mode: mode, Seeds: seeds, Hosts: []string{"a.test"}, Folders: seeds[:1]})
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			url  string
			want aranea.Reason
		}{
			{"https://a.test/docs/", aranea.ReasonNone}, {"https://a.test/docs/x?y", aranea.ReasonNone}, {"https://a.test/docs", aranea.ReasonNone},
			{"https://a.test/", aranea.ScopeFolder}, {"https://a.test/docs-old/", aranea.ScopeFolder}, {"http://a.test/docs/", aranea.ScopeFolder}, {"https://a.test:8443/docs/", aranea.ScopeFolder},
			{"https://b.test/", aranea.ReasonNone},
		} {
			if v := r.Decide(urls(t, tt.url)[0], 1, aranea.HowAnchor); v.Reason != tt.want {
				t.Errorf("scope %s, %s: %s, want %s", mode, tt.url, v.Reason, tt.want)
			}
		}
		if !r.Selects() || !r.Holds("https://a.test") || r.Holds("http://a.test") {
			t.Errorf("scope %s: what is left out, or the origin that is held, is another", mode)
		}
	}
}

// TestListed: of a folder of files everything is visited, however deep it lies, and the lists of what is in
// folders are not indexed.
func TestListed(t *testing.T) {
	t.Parallel()
	bases := urls(t, "https://a.test/docs/", "https://b.test/", "https://a.test/docs/manual/", "https://a.test/docs/manual/papers/")
	r, err := New(Options{Seeds: bases, Folders: bases, Listed: []weburl.URL{bases[0], bases[3]}})
	if err != nil {
		t.Fatal(err)
	}
	deep := "https://a.test/docs/" + strings.Repeat("old/", 12)
	for _, tt := range []struct {
		url     string
		visited bool
		indexed bool
	}{
		{"https://a.test/docs/", true, false}, {"https://a.test/docs/?after=x", true, false}, {"https://a.test/docs/plan.pdf", true, true},
		{deep, true, false}, {deep + "plan.pdf", true, true},
		{"https://a.test/docs/manual/", true, true}, {"https://a.test/docs/manual/one/", true, true}, {"https://a.test/docs/manual/papers/", true, false},
		{"https://b.test/", true, true}, {"https://b.test/" + strings.Repeat("old/", 12), false, true},
	} {
		u := urls(t, tt.url)[0]
		if v := r.Decide(u, 1, aranea.HowAnchor); v.OK != tt.visited {
			t.Errorf("%s is visited: %v (%s), want %v", tt.url, v.OK, v.Reason, tt.visited)
		}
		if v := r.Indexes(u); v.OK != tt.indexed {
			t.Errorf("%s is indexed: %v (%s), want %v", tt.url, v.OK, v.Reason, tt.indexed)
		}
	}
}

// TestFileName: a file of a folder of files has the names of its folders and its own, decoded, and is visited
// whatever its name ends in; all other URLs have none.
func TestFileName(t *testing.T) {
	t.Parallel()
	bases := urls(t, "https://a.test/docs/", "https://a.test/docs/manual/", "https://b.test/")
	r, err := New(Options{Seeds: bases, Folders: bases, Listed: []weburl.URL{bases[0]}, Unread: []string{"iso"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		url, name string
		visited   bool
	}{
		{"https://a.test/docs/Invoices/2023/ACME%20offer%2Efinal.pdf", "Invoices/2023/ACME offer.final.pdf", true},
		{"https://a.test/docs/disk.iso", "disk.iso", true}, {"https://a.test/docs/m%C3%BCll.txt?a", "müll.txt", true},
		{"https://a.test/docs/", "", true}, {"https://a.test/docs", "", true}, {"https://a.test/docs/2023/", "", true}, {"https://a.test/docs/%FF", "", true},
		{"https://a.test/docs/manual/disk.iso", "", false}, {"https://b.test/disk.iso", "", false}, {"https://c.test/docs/a.txt", "", false},
	} {
		u := urls(t, tt.url)[0]
		if got := r.FileName(u); got != tt.name {
			t.Errorf("%s: %q, want %q", tt.url, got, tt.name)
		}
		if v := r.Decide(u, 1, aranea.HowAnchor); v.OK != tt.visited {
			t.Errorf("%s is visited: %v (%s), want %v", tt.url, v.OK, v.Reason, tt.visited)
		}
		if got := r.OnDisk(u); got != (u.Host() != "c.test") {
			t.Errorf("%s is on disk: %v", tt.url, got)
		}
	}
}

// TestLeadsFromFolder: a start page in a folder does not lead the crawl to hosts of the network.
func TestLeadsFromFolder(t *testing.T) {
	t.Parallel()
	from := urls(t, "https://a.test/docs/")
	r, err := New(Options{Seeds: from, Folders: urls(t, "https://a.test/docs/", "https://b.a.test/")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		to   string
		want bool
	}{{"https://b.a.test/", true}, {"https://www.a.test/", false}, {"http://a.test/docs/", false}, {"https://a.test/", false}} {
		if got := r.Leads(from[0], urls(t, tt.to)[0]); got != tt.want {
			t.Errorf("to %s: %v", tt.to, got)
		}
		if got, want := r.Leaves(from[0], urls(t, tt.to)[0]), tt.to == "https://www.a.test/"; got != want {
			t.Errorf("leaves for %s: %v", tt.to, got)
		}
	}
}

// TestChecksInFolder: links to files of a folder that are not read are checked without being asked
// for, because that costs nobody a request; others are not.
func TestChecksInFolder(t *testing.T) {
	t.Parallel()
	seeds := urls(t, "https://a.test/docs/", "https://b.test/")
	r, err := New(Options{Seeds: seeds, Folders: seeds[:1], Unread: []string{"png"}, Patterns: Patterns{Exclude: []string{"/docs/private/"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		url  string
		how  aranea.How
		want bool
	}{
		{"https://a.test/docs/x.png", aranea.HowAnchor, true}, {"https://a.test/docs/y.html", aranea.HowPicture, true},
		{"https://a.test/docs/private/x.png", aranea.HowAnchor, false}, {"https://a.test/x.png", aranea.HowAnchor, false},
		{"https://b.test/x.png", aranea.HowAnchor, false}, {"https://c.test/", aranea.HowAnchor, false},
	} {
		u := urls(t, tt.url)[0]
		if got := r.Checks(u, 1, tt.how, r.Decide(u, 1, tt.how)); got != tt.want {
			t.Errorf("%s: %v", tt.url, got)
		}
		if u := r.Unchecked(); u.ChecksLinks() || u.Checks(urls(t, tt.url)[0], 1, tt.how, r.Decide(urls(t, tt.url)[0], 1, tt.how)) {
			t.Errorf("%s is checked by rules that check nothing", tt.url)
		}
	}
	if !r.ChecksLinks() {
		t.Error("no links are checked")
	}
}

// TestNames: a pattern to include that has the name of a folder in it names the folder, and so lets in what was
// left out as written by a program; one that fits it by what is above does not.
func TestNames(t *testing.T) {
	t.Parallel()
	base := []weburl.URL{at(t, "http://a.test/")}
	for _, tt := range []struct {
		include, exclude string
		want             bool
	}{
		{"", "", false}, {"/", "", false}, {"/shop/", "", false}, {"*/vendor/", "", true}, {"/shop/vendor", "", true}, {"http://a.test/shop/vendor/", "", true}, {"http://b.test/shop/vendor/", "", false},
		{"*/vendor/", "/shop/vendor/", false}, {"", "*/vendor/", false}, {"/shop/vendors/", "", false}, {"*/vendor*", "", true}, {"*/vendor/$", "", true},
	} {
		o := Options{Seeds: base, Folders: base, Listed: base}
		if tt.include != "" {
			o.Include = []string{tt.include}
		}
		if tt.exclude != "" {
			o.Exclude = []string{tt.exclude}
		}
		r, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		e := aranea.Entry{URL: at(t, "http://a.test/shop/vendor/"), How: aranea.HowAnchor, Depth: 2, Reason: aranea.ScopeGenerated, Detail: "vendor: has modules.txt"}
		if got := r.Names(e.URL); got != tt.want {
			t.Errorf("include %q, exclude %q: named %v, want %v", tt.include, tt.exclude, got, tt.want)
		}
		v, err := r.Known(&e, nil)
		if err != nil || v.OK != tt.want || r.Decide(e.URL, 2, e.How).OK && !tt.want && (v.Reason != e.Reason || v.Rule != e.Detail) {
			t.Errorf("include %q, exclude %q: %+v, %v", tt.include, tt.exclude, v, err)
		}
	}
}

// TestNamesWhole: a pattern names a folder by the whole of its name, however that is written, and not by a longer one that
// begins so.
func TestNamesWhole(t *testing.T) {
	t.Parallel()
	base := []weburl.URL{at(t, "http://a.test/")}
	for _, tt := range []struct {
		include, folder string
		want            bool
	}{
		{"/vendor-old/", "http://a.test/vendor-old/vendor/", false},
		{"/target/", "http://a.test/target/t/", false},
		{"/документы/кэш/", "http://a.test/документы/кэш/", true},
		{"*/%D0%BA%D1%8D%D1%88/", "http://a.test/документы/кэш/", true},
		{"/a%20b/", "http://a.test/a%20b/", true},
		{"/", "http://a.test/", false},
	} {
		r, err := New(Options{Seeds: base, Folders: base, Listed: base, Patterns: Patterns{Include: []string{tt.include}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Names(at(t, tt.folder)); got != tt.want {
			t.Errorf("%s of %s: %t, want %t", tt.folder, tt.include, got, tt.want)
		}
	}
}
