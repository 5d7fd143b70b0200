package crawl_test

import (
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// TestFilesOfFolder: each file of a folder of files is in the index, at least by its name; one that the disk
// refuses is told as that and not as a refusal of a site, and one that vanishes before it is read is gone.
func TestFilesOfFolder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		plain := []string{"Content-Type", "text/plain"}
		x := newMirrorTrial(t, map[string][]reply{
			"http://a.test/":               get(`<ul><li><a href=disk.iso>1</a><li><a href=empty.txt>2</a><li><a href=twin.txt>3</a><li><a href=other/>4</a><li><a href=links.txt>5</a><li><a href=denied.txt>6</a><li><a href=vanished.txt>7</a></ul>`),
			"http://a.test/other/":         get(`<ul><li><a href=twin.txt>3</a></ul>`),
			"http://a.test/disk.iso":       {{status: 200, failure: aranea.BodyType, header: []string{"Content-Type", "application/octet-stream"}}},
			"http://a.test/empty.txt":      get("", plain...),
			"http://a.test/twin.txt":       get(words, plain...),
			"http://a.test/other/twin.txt": get(words, plain...),
			"http://a.test/links.txt":      get("http://a.test/twin.txt\nhttp://a.test/empty.txt\n", plain...),
			"http://a.test/denied.txt":     {{status: 403}},
		}, "http://a.test/")
		var err error
		bases := []weburl.URL{url(t, "http://a.test/")}
		x.opt.Scope, err = scope.New(scope.Options{Seeds: bases, Folders: bases, Listed: bases, Unread: []string{"iso"}})
		if err != nil {
			t.Fatal(err)
		}
		x.run(t)
		for path, want := range map[string]aranea.Reason{
			"": aranea.ScopeNoIndex, "disk.iso": aranea.IndexName, "empty.txt": aranea.IndexName, "twin.txt": aranea.IndexAdded, "other/twin.txt": aranea.IndexAdded,
			"links.txt": aranea.IndexAdded, "denied.txt": aranea.DiskDenied, "vanished.txt": aranea.HTTPNotFound,
		} {
			e := x.entry(t, "http://a.test/"+path)
			if named := want == aranea.IndexName || want == aranea.IndexAdded; e.Reason != want || e.Indexed != named {
				t.Errorf("%s: %s, indexed %v; want %s", path, e.Reason, e.Indexed, want)
			}
		}
	})
}
