package linkcheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Entries is what is known of URLs; it is the frontier.
type Entries interface {
	Select(ctx context.Context, f frontier.Filter) iter.Seq2[aranea.Entry, error]
	Entry(u weburl.URL) (aranea.Entry, bool, error)
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// Graph has the links between pages; it is the link graph.
type Graph interface {
	LinksTo(ctx context.Context, u weburl.URL, site weburl.Origin) iter.Seq2[linkgraph.Link, error]
	AnyLinksTo(ctx context.Context, u weburl.URL, seen *linkgraph.Seen) iter.Seq2[linkgraph.Link, error]
	PartLinks(ctx context.Context, site weburl.Origin) iter.Seq2[linkgraph.PartLink, error]
	Parts(u weburl.URL) (linkgraph.Parts, bool, error)
	WithAlternates(ctx context.Context, site weburl.Origin) iter.Seq2[weburl.URL, error]
	AlternatesOf(ctx context.Context, page weburl.URL) ([]linkgraph.AlternateSet, error)
	SetsSince() (since time.Time, ok bool, err error)
	Lists(ctx context.Context) iter.Seq2[linkgraph.List, error]
	// Partition returns the part of the web that is visited, and whose links are known.
	Partition() partition.Partition
	HasList(u weburl.URL) (bool, error)
	WithCanonicals(ctx context.Context) iter.Seq2[linkgraph.Canonicals, error]
	CanonicalsOf(page weburl.URL) ([]weburl.URL, error)
}

// Mirrors has what was learned of hosts as mirrors of others, nil for those of which nothing was; it
// is the learner.
type Mirrors interface {
	Mirror(o weburl.Origin) (*mirror.Record, error)
}

var (
	_ Entries = (*frontier.Frontier)(nil)
	_ Graph   = (*linkgraph.Graph)(nil)
	_ Mirrors = (*learn.Learner)(nil)
)

// A Checker lists links. It is safe for concurrent use if its parts are.
type Checker struct {
	entries Entries
	graph   Graph
	mirrors Mirrors
	pages   secrecy.Pages
	held    int // pages of sitemaps that are held at once
}

// New returns a Checker. Without pages no page counts as read with a secret.
func New(entries Entries, graph Graph, mirrors Mirrors, pages secrecy.Pages) *Checker {
	return &Checker{entries, graph, mirrors, pages, maxListed}
}

// A found is a target to be listed.
type found struct {
	url    weburl.URL
	target Target
}

// Links yields the links that a filter selects, without its Offset and Limit, sorted by target
// and then by page; behind the broken ones those to parts that their pages do not have. Targets
// are sorted MaxSorted at a time.
func (c *Checker) Links(ctx context.Context, f Filter) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		host, err := c.hostOfLinks(ctx, f.Host)
		switch {
		case err != nil:
			yield(Link{}, err)
		case f.Moved:
			c.judged(ctx, moved, host, yield)
		case c.judged(ctx, broken, host, yield):
			c.missing(ctx, host, yield)
		}
	}
}

// judged yields the links to URLs with a verdict, and reports whether the caller wants more.
func (c *Checker) judged(ctx context.Context, want verdict, host string, yield func(Link, error) bool) bool {
	var batch []found
	h := house{c: c}
	for e, err := range c.entries.Select(ctx, frontier.Filter{}) {
		if err == nil {
			batch, err = h.judge(ctx, e, want, host, batch)
		}
		if err != nil {
			yield(Link{}, err)
			return false
		}
		if len(batch) >= MaxSorted {
			if !c.relay(ctx, batch, host, yield) {
				return false
			}
			batch = batch[:0]
		}
	}
	return c.relay(ctx, batch, host, yield)
}

// relay yields the links to a batch of targets and reports whether the caller wants more.
func (c *Checker) relay(ctx context.Context, batch []found, host string, yield func(Link, error) bool) bool {
	slices.SortFunc(batch, func(a, b found) int { return cmp.Compare(a.url.String(), b.url.String()) })
	for i := range batch {
		links, more, err := c.linksTo(ctx, batch[i].url, host)
		if err != nil {
			yield(Link{}, err)
			return false
		}
		for _, l := range fold(links, batch[i].target, more) {
			if !yield(l, nil) {
				return false
			}
		}
	}
	return true
}

// linksTo returns the links to a URL that are on pages of a host, and whether there are more than
// were read.
func (c *Checker) linksTo(ctx context.Context, u weburl.URL, host string) (links []linkgraph.Link, more bool, err error) {
	read := 0
	for l, err := range c.on(ctx, u, host) {
		switch read++; {
		case err != nil:
			return nil, false, err
		case read > MaxPerTarget:
			return links, true, nil
		case isShown(&l, host):
			links = append(links, l)
		}
	}
	return links, false, nil
}

// on yields the links to a URL that are on pages of the site of a host, "" for all.
func (c *Checker) on(ctx context.Context, u weburl.URL, host string) iter.Seq2[linkgraph.Link, error] {
	if host == "" {
		return c.graph.LinksTo(ctx, u, "")
	}
	return c.graph.LinksTo(ctx, u, weburl.Origin("http://"+host))
}

// isShown reports whether a page of a host, "" for any, shows a link. Redirects and declarations
// of the same text are not shown.
func isShown(l *linkgraph.Link, host string) bool {
	return l.Kind != aranea.HowRedirect.String() && l.Kind != aranea.HowCanonical.String() && (host == "" || l.From.Host() == host)
}

// Unchecked counts the targets of links on pages of a host, "" for all, that are not checked. It
// looks at MaxAsked URLs and links.
func (c *Checker) Unchecked(ctx context.Context, host string) (Unchecked, error) {
	var u Unchecked
	host, err := c.hostOfLinks(ctx, host)
	if err != nil {
		return u, err
	}
	left := MaxAsked
	for e, err := range c.entries.Select(ctx, frontier.Filter{}) {
		if err != nil {
			return u, err
		}
		if e, err = c.withHost(e); err != nil {
			return u, err
		}
		if v, _ := judge(&e); v != unchecked {
			continue
		}
		if left <= 0 {
			u.More = true
			break
		}
		most := min(left, MaxPerTarget)
		linked, read, err := c.isLinked(ctx, e.URL, host, most)
		if err != nil {
			return u, err
		}
		left -= read + 1
		if linked {
			u.add(&e)
		}
		u.More = u.More || !linked && read == most
	}
	return u, nil
}

// isLinked reports whether one of the first links to a URL, at most most, is on a page of a host,
// and how many of them it read.
func (c *Checker) isLinked(ctx context.Context, u weburl.URL, host string, most int) (linked bool, read int, err error) {
	for l, err := range c.on(ctx, u, host) {
		if err != nil {
			return false, read, err
		}
		read++
		if linked = isShown(&l, host); linked || read == most {
			break
		}
	}
	return linked, read, nil
}

// hostOfLinks is hostOf for links on the pages of a host. Of a host in another partition, whose node has told of
// the links into this one, it is not known whether it was visited.
func (c *Checker) hostOfLinks(ctx context.Context, name string) (string, error) {
	if u, err := weburl.Parse("http://" + name + "/"); err == nil && name != "" && u == u.Origin().Root() && !c.graph.Partition().Holds(u.Origin()) {
		return u.Host(), nil
	}
	return c.hostOf(ctx, name)
}

// hostOf returns the form of a host name that URLs have. It is an error if none of its pages was
// visited: otherwise a misspelled name has no broken links.
func (c *Checker) hostOf(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	u, err := weburl.Parse("http://" + name + "/")
	if err != nil || strings.ContainsAny(name, "@/?#") || u != u.Origin().Root() || u.Origin().Port() != 80 {
		return "", &aranea.Error{Op: "check links", Kind: aranea.Invalid, Err: fmt.Errorf("%.300q is not a host name; it is like www.example.org, without a scheme, a port or a path", name)}
	}
	for e, err := range c.entries.Select(ctx, frontier.Filter{Host: u.Host()}) {
		if err != nil || e.Visits > 0 || e.Imported {
			return u.Host(), err
		}
	}
	return "", &aranea.Error{Op: "check links", Kind: aranea.NotFound, Obj: u.Host(), Err: errors.New("no page of this host was visited")}
}
