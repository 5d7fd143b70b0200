package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/weburl"
)

// TestSlugs: what the slug of an address is, and which ones a query can ask for.
func TestSlugs(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/a/wal.html": "slug:wal", "/a/HttpClient.html": "slug:httpclient", "/a/target_link-libraries/": "slug:targetlinklibraries",
		"/vhosts/index.html": "slug:vhosts", "/index.html": "", "/": "", "": "", "/ab/index/": "slug:ab", "/index/index/": "",
		"/v/2.0": "", "/cmake-variables.7.html": "slug:cmakevariables7", "/os.path.html": "slug:ospath", "/node.js/": "slug:node",
		"/caf%C3%A9": "slug:cafe", "/%ff%fe.html": "", "/%": "", "/x": "", "/%E8%AF%8D%E5%85%B8": "", "/a%2Fb.html": "slug:ab",
		"/an-address-that-is-the-whole-title-of-a-page-once-again": "", "/Index.HTML": "",
	} {
		if got := SlugFilter(analyze.AnalyzeQuery(slugOf(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestCalled: a page is called by its slug, the item that this names, and what that ends with.
func TestCalled(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/api/numpy.linalg.norm.html":    "slug:linalgnorm slug:numpylinalgnorm",
		"/classstd_1_1byte__view.html":   "slug:byteview slug:classstd11byteview slug:stdbyteview",
		"/release-3.14.0.html":           "slug:release3140",
		"/std/fs/fn.read_to_string.html": "slug:fnreadtostring slug:fsreadtostring slug:readtostring slug:stdfsreadtostring",
		"/en/1.0/std/mem/fn.swap.html":   "slug:fnswap slug:memswap slug:stdmemswap slug:swap",
		"/a/b/c/d/e/struct.F.html":       "slug:bcdef slug:cdef slug:def slug:ef slug:structf",
		"/struct.Fa.html":                "slug:fa slug:structfa",
	} {
		u := weburl.MustParse("http://a.test" + path)
		d := NewMaker(100).Of(&aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: &aranea.Page{URL: u}})
		got := slices.DeleteFunc(d.Filters, func(f string) bool { return !strings.HasPrefix(f, slugFilter) })
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
