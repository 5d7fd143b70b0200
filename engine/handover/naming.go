package handover

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// A Naming is a part of what a page, a list or a robots file names in one partition without linking to it, as a
// linkgraph.Naming. It replaces the part of that number; without URLs there is no such part any more.
type Naming struct {
	Number  int     `json:"number,omitempty"`
	List    bool    `json:"list,omitempty"`    // the page is a list
	Silent  bool    `json:"silent,omitempty"`  // which does not tell all pages there are
	Cut     bool    `json:"cut,omitempty"`     // or names more than is kept
	Vouched bool    `json:"vouched,omitempty"` // or may speak for hosts of other sites
	URLs    []Named `json:"urls,omitempty"`
}

// A Named is one URL of a Naming.
type Named struct {
	To       weburl.URL `json:"to"`
	How      aranea.How `json:"how,omitempty"`
	Depth    uint16     `json:"depth,omitempty"`    // links away from a seed
	Sitemap  bool       `json:"sitemap,omitempty"`  // it is named as a sitemap or feed
	Listed   bool       `json:"listed,omitempty"`   // by an entry of its own
	Priority int8       `json:"priority,omitempty"` // as of aranea.Entry
	Every    int64      `json:"every,omitempty"`    // seconds between two changes, 0 if it is not said
}

// maxEvery is the most seconds between two changes, some hundred years.
const maxEvery = 1 << 32

// NamingOf returns the Naming for a stored one.
func NamingOf(n *linkgraph.Naming) *Naming {
	out := &Naming{Number: n.Number, List: n.IsList, Silent: n.Silent, Cut: n.Cut, Vouched: n.Vouched}
	for i := range n.URLs {
		u := &n.URLs[i]
		out.URLs = append(out.URLs, Named{u.URL, u.How, u.Depth, u.Kind == aranea.KindSitemap, u.Listed, u.Priority, int64(u.Every / time.Second)})
	}
	return out
}

// Stored returns what is kept of a checked Naming of a page: the URLs of one partition.
func (n *Naming) Stored(page weburl.URL, into partition.Partition) linkgraph.Naming {
	out := linkgraph.Naming{By: page, Number: n.Number, IsList: n.List, Silent: n.Silent, Cut: n.Cut, Vouched: n.Vouched}
	for i := range n.URLs {
		if u := &n.URLs[i]; into.Holds(u.To.Origin()) {
			d := aranea.Discovery{URL: u.To, How: u.How, Depth: u.Depth, Priority: u.Priority, Every: time.Duration(u.Every) * time.Second}
			if u.Sitemap {
				d.Kind = aranea.KindSitemap
			}
			out.URLs = append(out.URLs, linkgraph.Named{Discovery: d, Listed: u.Listed})
		}
	}
	return out
}

// first returns a Naming that names the first URLs only, most of them, and says so.
func (n *Naming) first(most int) *Naming {
	out := *n
	out.Cut, out.URLs = true, n.URLs[:most]
	return &out
}

// check returns why a Naming of a page is not taken.
func (n *Naming) check(page weburl.URL) error {
	switch {
	case n.Number < 0 || n.Number >= linkgraph.MaxNamings:
		return fmt.Errorf("part %d of what %s names cannot be", n.Number, page)
	case len(n.URLs) > linkgraph.MaxNamed:
		return fmt.Errorf("%s names %d URLs in one part: at most %d are taken", page, len(n.URLs), linkgraph.MaxNamed)
	}
	for i := range n.URLs {
		if why := n.URLs[i].fault(page); why != "" {
			return fmt.Errorf("URL %d that %s names %s", i+1, page, why)
		}
	}
	return nil
}

// fault returns what is wrong with a URL that a page names, "" if nothing is.
func (u *Named) fault(page weburl.URL) string {
	switch {
	case u.To.IsZero():
		return "is none"
	case strings.HasPrefix(u.How.String(), "how("):
		return "is of an unknown kind"
	case u.How == aranea.HowSeed:
		return "is a seed, which only an operator names"
	case u.How == aranea.HowRobots && !page.IsRobots():
		return "is named as by a robots file"
	case u.Every < 0 || u.Every > maxEvery:
		return "changes at times that cannot be"
	}
	return ""
}
