package linkgraph

import (
	"context"
	"fmt"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// Inlinks counts the links to a URL. Links of a page to itself do not count, nor do those of
// pages that are closed, removed or gone.
type Inlinks struct {
	URL   weburl.URL `json:"url"`
	Pages int        `json:"pages"`
	Hosts int        `json:"hosts"`
	Sites int        `json:"sites"`
	// Foreign counts the pages on sites other than the URL's own, NoFollow the links that ask
	// not to be followed.
	Foreign  int `json:"foreign"`
	NoFollow int `json:"nofollow"`
	// More means that the counts are lower bounds.
	More bool `json:"more,omitempty"`
	// Examples are some of the links, those of other sites first.
	Examples []Link `json:"examples"`
}

// maxExamples is the number of links that an Inlinks shows at most.
const maxExamples = 10

// Inlinks counts the links to a URL.
func (g *Graph) Inlinks(ctx context.Context, u weburl.URL) (Inlinks, error) {
	in := Inlinks{URL: u, Examples: []Link{}}
	hosts, sites := map[string]bool{}, map[string]bool{}
	own := u.Origin().Site()
	var others []Link // from the URL's own site
	for l, err := range g.LinksTo(ctx, u, "") {
		if err != nil {
			return in, err
		}
		if in.Pages == MaxCounted {
			in.More = true
			break
		}
		in.Pages++
		site := l.From.Origin().Site()
		hosts[l.From.Host()], sites[site] = true, true
		if l.NoFollow {
			in.NoFollow++
		}
		list := &others
		if site != own {
			in.Foreign++
			list = &in.Examples
		}
		if len(*list) < maxExamples {
			*list = append(*list, l)
		}
	}
	in.Hosts, in.Sites = len(hosts), len(sites)
	in.Examples = append(in.Examples, others[:min(len(others), maxExamples-len(in.Examples))]...)
	return in, nil
}

// String returns the counts in words, such as "12 pages on 3 hosts of 2 sites".
func (in *Inlinks) String() string {
	text := fmt.Sprintf("%s on %s of %s", show.Count(in.Pages, "page"), show.Count(in.Hosts, "host"), show.Count(in.Sites, "site"))
	if in.More {
		text = "at least " + text
	}
	if in.NoFollow > 0 {
		text += fmt.Sprintf(", %s without recommendation (nofollow)", show.Count(in.NoFollow, "link"))
	}
	return text
}
