package listing

import (
	"crypto/sha256"
	"path"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/menu"
	"github.com/aranea-search/aranea/extract/openapi"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// usualPriority is the priority of a page that nothing says more of, as in sitemaps.
const usualPriority = 0.5

// maxNames is the number of addresses of a script that are looked at.
const maxNames = 4 * MaxListed

// ReadScript reads which pages of its origin a script names. page is the one that has the script:
// what the script names is read from the folder of the script if the page is in it or below, and
// from the page otherwise, because scripts of many sites have a folder of their own. Descriptions of
// interfaces, which a viewer in the page asks for, are read from the page.
func ReadScript(f *aranea.Fetched, page weburl.URL) *List {
	sum := sha256.Sum256(f.Body)
	l := &List{Print: aranea.Fingerprint(sum[:len(aranea.Fingerprint{})]), IsScript: true, places: map[weburl.ID]int{}}
	described := page
	if described.IsZero() {
		described = f.URL
	}
	for _, ref := range openapi.Named(f.Body) {
		l.named(described, ref, f.URL)
	}
	base, looked := f.URL, 0
	if !page.IsZero() && !strings.HasPrefix(page.Path(), folderOf(f.URL)) {
		base = page
	}
	for address := range menu.Pages(f.Body) {
		if looked++; looked > maxNames || len(l.Pages) == MaxListed {
			l.Ended = sitemap.ErrLimit
			break
		}
		l.named(base, address, f.URL)
	}
	l.places = nil
	return l
}

// named adds the page that a script names by an address, if it is one of the script's origin.
func (l *List) named(base weburl.URL, address string, script weburl.URL) {
	if u, err := base.Resolve(address); err == nil && u.Origin() == script.Origin() && u != script {
		l.page(u, &sitemap.Entry{Priority: usualPriority}, false)
	}
}

// folderOf returns the path of the folder that a URL is in, with a slash at its end.
func folderOf(u weburl.URL) string { return strings.TrimSuffix(path.Dir(u.Path()), "/") + "/" }
