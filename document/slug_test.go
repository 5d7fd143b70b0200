package document

import (
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestNames: what a page is called in its address, and which names a query can ask for.
func TestNames(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/a/wal.html": "name:wal", "/a/HttpClient.html": "name:httpclient", "/a/target_link-libraries/": "name:targetlinklibraries",
		"/vhosts/index.html": "name:vhosts", "/index.html": "", "/": "", "": "", "/ab/index/": "name:ab", "/index/index/": "",
		"/v/2.0": "", "/cmake-variables.7.html": "name:cmakevariables7", "/os.path.html": "name:ospath", "/node.js/": "name:node",
		"/caf%C3%A9": "name:cafe", "/%ff%fe.html": "", "/%": "", "/x": "", "/%E8%AF%8D%E5%85%B8": "", "/a%2Fb.html": "name:ab",
		"/an-address-that-is-the-whole-title-of-a-page-once-again": "", "/Index.HTML": "",
	} {
		if got := NameFilter(analyze.AnalyzeQuery(nameOf(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
