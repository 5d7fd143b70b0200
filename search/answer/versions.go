package answer

import (
	"cmp"
	"slices"
	"time"

	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/index"
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

// versionsOf returns pages of an index as versions, the newest first. Those without the name of a version
// in their address are left out, and those that their owner wants to be gone by now.
func versionsOf(snap *index.Snapshot, pages []contest.Spot, now time.Time) ([]Version, error) {
	type named struct {
		Version
		order version.Version
	}
	var all []named
	for _, at := range pages {
		d, err := snap.Doc(at.Seg, at.Doc)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return nil, err
		}
		if a, ok := version.Of(u); ok && !d.Expired(now) {
			all = append(all, named{Version{a.Name, u}, a.Version})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int {
		return cmp.Or(b.order.Compare(a.order), cmp.Compare(a.URL.String(), b.URL.String()))
	})
	var out []Version
	for _, v := range all[:min(len(all), MaxVersions)] {
		out = append(out, v.Version)
	}
	return out, nil
}
