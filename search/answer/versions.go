package answer

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/weburl"
)

// MaxVersions is how many other versions a result names.
const MaxVersions = 12

// A Version is another version of a page.
type Version struct {
	Name string     `json:"name"` // as its address writes it: 3.11, v2, latest
	URL  weburl.URL `json:"url"`
}

// versions returns other pages that are folded under one, as versions, the newest first. Left out are those without the
// name of a version in their address, and those that their owner wants to be gone by now. Of each version one page is
// named, and none of that which is shown: its source, and the same page at the address of another language, are no
// other version.
func (f *Fold) versions(shown weburl.URL, pages []contest.Spot) (out []Version, err error) {
	type named struct {
		Version
		order version.Version
		older uint8
	}
	var all []named
	for _, at := range pages {
		d, err := f.Snap.Doc(at.Seg, at.Doc)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return nil, err
		}
		if a, ok := version.Of(u); ok && !d.Expired(f.Now) {
			all = append(all, named{Version{a.Name, u}, a.Version, f.Ranks.Place(at.Seg, at.Doc).Older})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int {
		return cmp.Or(b.order.Compare(a.order), cmp.Compare(a.older, b.older), cmp.Compare(a.URL.String(), b.URL.String()))
	})
	told := map[string]bool{}
	if a, ok := version.Of(shown); ok {
		told[a.Name] = true
	}
	for _, v := range all {
		if len(out) < MaxVersions && !told[v.Name] {
			out, told[v.Name] = append(out, v.Version), true
		}
	}
	return out, nil
}
