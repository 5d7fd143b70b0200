package linkgraph

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Limits on the words that links give to one URL.
const (
	maxTexts   = 64   // different texts that count, those used by most sites first
	maxGather  = 4096 // different texts that are examined
	maxVotes   = 8    // sites that count for one text
	maxAliases = 16   // URLs that lead here and whose links are included
	maxNamed   = 8    // links to a file known only by its name; with more, they are part of a site's layout
)

// An anchor is one text that links use for a URL.
type anchor struct {
	text  string
	sites int  // other sites that use it
	own   bool // the URL's own site uses it
	last  [weburl.SiteIDSize]byte
}

// weight orders anchors: each other site has two votes, the URL's own site one.
func (a *anchor) weight() int {
	w := 2 * a.sites
	if a.own {
		w++
	}
	return w
}

// anchors collects the words of the links to one URL. Sources arrive site by site, so a site is
// counted once per text, however many of its pages use it.
type anchors struct {
	target  ref                     // the URL
	site    [weburl.SiteIDSize]byte // its site
	texts   map[string]*anchor
	source  ref   // page of the first link
	aliases []ref // URLs that lead to this one
	links   int   // number of links that count
	named   bool  // there is a link that counts besides what forms lead to

	written string  // the text of the last link, as written
	latest  *anchor // its anchor, nil before the first
}

func newAnchors(target ref) *anchors {
	return &anchors{target: target, site: [weburl.SiteIDSize]byte(target[:weburl.SiteIDSize]), texts: map[string]*anchor{}}
}

// add adds a link that counts.
func (a *anchors) add(source ref, e *edge) {
	if a.source == (ref{}) {
		a.source = source
	}
	switch e.how {
	case aranea.HowRedirect, aranea.HowCanonical:
		if len(a.aliases) < maxAliases {
			a.aliases = append(a.aliases, source)
		}
		return
	}
	if !e.closed {
		a.links++
		a.named = a.named || e.how != aranea.HowForm
	}
	t := a.anchor(e)
	if t == nil {
		return
	}
	switch site := [weburl.SiteIDSize]byte(source[:weburl.SiteIDSize]); {
	case site == a.site:
		t.own = true
	case t.sites == 0 || t.last != site:
		t.sites, t.last = t.sites+1, site
	}
}

// anchor returns the anchor of a link's text, nil if the text does not count.
func (a *anchors) anchor(e *edge) *anchor {
	if e.closed {
		return nil
	}
	if a.latest != nil && e.anchor == a.written {
		return a.latest
	}
	text := strings.Join(strings.Fields(e.anchor), " ")
	if text == "" {
		return nil
	}
	folded := strings.ToLower(text)
	t := a.texts[folded]
	if t == nil {
		if len(a.texts) == maxGather {
			return nil
		}
		t = &anchor{text: text}
		a.texts[folded] = t
	}
	a.written, a.latest = e.anchor, t
	return t
}

// best returns the texts that count, the most used first.
func (a *anchors) best() []*anchor {
	out := make([]*anchor, 0, len(a.texts))
	for _, t := range a.texts {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *anchor) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), strings.Compare(a.text, b.text))
	})
	return out[:min(len(out), maxTexts)]
}

// change makes the anchor document of a URL. It contains each text once for each site that uses
// it: as a heading for another site, as a caption, which counts less, for the URL's own. The
// title is the most used text. It is used only for what has no title of its own: a URL that was
// never read, or a file of a kind whose header may lack one. The words of a file's name are
// keywords, which count least; alone they are used only if they are informative and few links
// lead there.
func (a *anchors) change(u weburl.URL, titled bool, kind string) aranea.IndexChange {
	p := &aranea.Page{URL: u, Format: kind}
	add := func(kind aranea.ElementKind, text string) {
		start := uint32(len(p.Text))
		p.Text = append(p.Text, text...)
		p.Elements = append(p.Elements, aranea.Element{Kind: kind, Start: start, End: uint32(len(p.Text))})
		p.Text = append(p.Text, '\n')
	}
	best := a.best()
	if titled && len(best) > 0 {
		add(aranea.ElementTitle, best[0].text)
	}
	for _, t := range best {
		for range min(t.sites, maxVotes) {
			add(aranea.ElementHeading2, t.text)
		}
		if t.own {
			add(aranea.ElementCaption, t.text)
		}
	}
	if kind != "" && a.links > 0 {
		name := filename.Words(u.Path())
		if name != "" && (len(best) > 0 || a.links <= maxNamed && filename.Tells(name)) {
			add(aranea.ElementKeywords, name)
		}
	}
	// The record keeps the first heading, for pages without a title, and no text.
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(0, 0), Page: p, Snippet: true, NoCopy: true}
}

// isNothing reports whether an anchor document has no words.
func isNothing(c *aranea.IndexChange) bool { return len(bytes.TrimSpace(c.Page.Text)) == 0 }

// gather reads the anchors of one URL, including those of URLs that lead to it.
func (u *updater) gather(ctx context.Context, target ref, depth int, a *anchors) error {
	lo, hi := inRange(target)
	for p, err := range u.g.scan(ctx, lo, hi) {
		if err == nil {
			err = u.addTo(a, p)
		}
		if err != nil {
			return err
		}
	}
	return u.follow(ctx, target, depth, a)
}

// maxLead is the maximal number of URLs in a row through which the words of links are passed
// on.
const maxLead = 3

// follow adds the anchors of the URLs that lead to a target.
func (u *updater) follow(ctx context.Context, target ref, depth int, a *anchors) error {
	aliases := a.aliases
	a.aliases = nil
	if depth == maxLead {
		return nil
	}
	for _, alias := range aliases {
		if alias == target {
			continue
		}
		if err := u.gather(ctx, alias, depth+1, a); err != nil {
			return err
		}
	}
	return nil
}

// addTo adds one link if its page counts.
func (u *updater) addTo(a *anchors, p store.Pair) error {
	if len(p.Key) != inKeySize {
		return corrupt(p.Key, errRecord)
	}
	source := ref(p.Key[1+refSize:])
	if dead, err := u.census.isDead(source, nil); dead || err != nil {
		return err
	}
	if u.value == nil || !bytes.Equal(p.Value, u.value) {
		e, err := decodeIn(p.Value)
		if err != nil {
			return corrupt(p.Key, err)
		}
		u.value, u.link = append(u.value[:0], p.Value...), e
	}
	a.add(source, &u.link)
	return nil
}
