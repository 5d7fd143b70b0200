package document

import (
	"testing"

	"github.com/aranea-search/aranea/analyze"
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
