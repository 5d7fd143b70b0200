//go:build tesseract

package cage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cage"
	"github.com/aranea-search/aranea/cage/pluginstore"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

// TestTesseract: the plugin that is built in reads a scan of two pages, a picture, and not a
// language that is not there.
func TestTesseract(t *testing.T) {
	t.Parallel()
	file, err := cage.Scans(t.Context(), "eng")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ocr")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	o := cage.Options{Command: []string{os.Args[0], asWorker + "good"}}
	hello, sum, err := cage.Ask(t.Context(), o, path)
	if err != nil {
		t.Fatal(err)
	}
	folder := pluginstore.Folder(t.TempDir())
	if err := folder.Add(path, hello, sum); err != nil {
		t.Fatal(err)
	}
	var faults []error
	if o.Plugins, faults, err = folder.Plugins(); err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	c, err := cage.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	x := extract.New(extract.Limits{}).With(c)
	const first = "The workshop repairs three bicycles and two trailers until the end of October. Payment is due within thirty days after the invoice, without deduction of any discount."
	for name, want := range map[string][]string{
		"offer.pdf": {"offer", "Offer No. 17", first, "Page two", "The bicycles are fetched on Monday."},
		"offer.png": {"Offer No. 17", first},
	} {
		body, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := x.Extract(t.Context(), extract.Document{URL: weburl.MustParse("http://a.test/" + name), Body: body, Header: aranea.Header{}})
		if err != nil || len(p.Warnings) > 0 || strings.TrimSpace(string(p.Text)) != strings.Join(want, "\n") {
			t.Errorf("%s, read by %s: %q, %v %s %v", name, p.Reader, p.Text, p.Warnings, p.Trouble, err)
		}
	}
	if _, err := cage.Scans(t.Context(), "eng+none"); err == nil || !strings.Contains(err.Error(), `no language "none"`) {
		t.Error(err)
	}
}
