package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestSearchOpensNoArchive checks that only who asks for the trail of a URL has an archive read: a search that
// tells what became of a site does not, or every searcher would.
func TestSearchOpensNoArchive(t *testing.T) {
	t.Parallel()
	block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noindex>a page"
	name := filepath.Join(t.TempDir(), "x.warc")
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/x\r\nWARC-Date: 2015-03-04T05:06:07Z\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	if err := os.WriteFile(name, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	e, err := Open(t.Context(), dir, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	s := service.DefaultSettings()
	s.Archives, s.Seeds = []string{name}, []weburl.URL{weburl.MustParse("http://a.test/x")}
	if _, err := e.Crawl(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if e, err = Open(t.Context(), dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	r, err := e.Search(t.Context(), search.Request{Query: "site:a.test page"})
	if err != nil || r.Absent == nil || r.Absent.Known != 1 || r.Absent.Reason != "DIRECTIVE.NOINDEX" {
		t.Errorf("%+v, %v", r.Absent, err)
	}
	if size, err := e.archives.Size([]string{name}); size == 0 || err != nil {
		t.Errorf("a search has read the archive, %v", err)
	}
	tr, err := e.Explain(t.Context(), "http://a.test/y")
	if err != nil || !slices.Contains(tr.Facts, trail.Fact{Name: "In the archive", Text: "no answer of it"}) {
		t.Errorf("%+v, %v", tr.Facts, err)
	}
}
