package linkcheck

import (
	"context"
	"iter"
	"net/netip"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// The faults of canonical links, beside NotIndexed and TwoTargets. The last is for information.
const (
	NotPublic      = "not-public" // it names an address that visitors of the page do not have, such as localhost or a file
	OtherHost      = "other-host" // it names a page of another host, and both pages stand for themselves
	ClosedButNamed = "noindex"    // the page asks not to be indexed, and names another one to stand for it
	OnlyHint       = "hint"       // both pages are in the index, because their addresses and texts differ
)

// A canonicalCheck checks the canonical links of pages one after another.
type canonicalCheck struct {
	c      *Checker
	tell   func(Fault)
	counts FaultCounts
}

// checkCanonicals checks the canonical links of the pages of a host, "" for all, and yields the counts so
// far behind each page, and at the end.
func (c *Checker) checkCanonicals(ctx context.Context, name string, tell func(Fault)) iter.Seq2[*FaultCounts, error] {
	return func(yield func(*FaultCounts, error) bool) {
		x := &canonicalCheck{c: c, tell: tell, counts: FaultCounts{Faults: map[string]int{}}}
		host, err := c.hostOf(ctx, name)
		if err == nil {
			x.counts.Older, err = c.isOlder(ctx)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for p, err := range c.graph.WithCanonicals(ctx) {
			if err == nil && (host == "" || p.Of.Host() == host) {
				err = x.page(&p)
			}
			if !yield(&x.counts, err) || err != nil {
				return
			}
		}
		yield(&x.counts, nil)
	}
}

// page checks the canonical links of a page.
func (x *canonicalCheck) page(p *linkgraph.Canonicals) error {
	e, known, err := x.c.entries.Entry(p.Of)
	if err != nil || !known || e.Kind != aranea.KindPage || len(p.To)+len(p.OtherSchemes) == 0 {
		return err
	}
	x.counts.Pages++
	for _, to := range p.OtherSchemes {
		x.add(Fault{Fault: NotPublic, URL: p.Of, To: to})
	}
	if len(p.To) == 0 {
		return nil
	}
	f := Fault{URL: p.Of, To: p.To[0].String()}
	switch {
	case len(p.To) > 1:
		f.Fault, f.Detail = TwoTargets, "also "+p.To[1].String()
	case e.Reason == aranea.DirectiveNoIndex || e.Reason == aranea.DirectiveExpired:
		f.Fault, f.Status, f.Reason, f.Detail = ClosedButNamed, e.PageStatus(), e.Reason.String(), e.Detail
	default:
		err = x.target(&e, p.To[0], &f)
	}
	if err == nil && f.Fault != "" {
		x.add(f)
	}
	return err
}

// add counts and tells a fault.
func (x *canonicalCheck) add(f Fault) {
	x.counts.Faults[f.Fault]++
	x.tell(f)
}

// target checks what a page names as its only canonical URL.
func (x *canonicalCheck) target(e *aranea.Entry, to weburl.URL, f *Fault) error {
	t, known, err := x.c.known(to)
	if err != nil {
		return err
	}
	other := to.Host() != e.URL.Host()
	v, target := judge(&t)
	switch {
	case other && isLocal(to) && !isLocal(e.URL):
		f.Fault = NotPublic
	case known && isFine(&t):
		switch {
		case !e.Found(): // it gave way, or is left out for other reasons
		case other:
			f.Fault = OtherHost
		default:
			f.Fault = OnlyHint
		}
	case known && t.Twin == e.URL.ID(): // it has the text of the page, which is in the index
		f.Fault = OnlyHint
	case known && (v == broken || v == moved || isDenied(t.Reason) || v == fine && t.Kind != aranea.KindLink):
		f.Fault, f.Status, f.Reason, f.Detail, f.LeadsTo = NotIndexed, target.Status, target.Reason, target.Detail, t.Target
	case other:
		f.Fault = OtherHost
	default:
		x.counts.Unchecked++
	}
	return nil
}

// isLocal reports whether a host name or address means something only to a machine or a network: names for
// the own machine (RFC 6761) and for local networks (RFC 6762, .internal as reserved by ICANN), one without
// a dot, and addresses of private use (RFC 1918, RFC 4193), loopback and link-local ones.
func isLocal(u weburl.URL) bool {
	host := strings.TrimSuffix(u.Host(), ".")
	if at, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		at = at.Unmap()
		return at.IsLoopback() || at.IsPrivate() || at.IsLinkLocalUnicast() || at.IsUnspecified()
	}
	top := host[strings.LastIndexByte(host, '.')+1:]
	return top == host || top == "localhost" || top == "local" || top == "internal"
}

// ofCanonicals describes what is known beside the faults of canonical links.
func (n *FaultCounts) ofCanonicals() string {
	if n.Pages == 0 && !n.Older {
		return "No page names another one as its canonical URL."
	}
	text := show.Count(n.Pages, "page") + " with canonical links to others."
	text += n.notes(Canonicals, map[string]string{OnlyHint: " in the index beside the named page"})
	if n.Unchecked > 0 {
		text += "\nNot checked: canonical links of " + show.Count(n.Unchecked, "page") + ", to what is out of scope or not read."
	}
	if n.Older {
		text += "\nNot complete: an earlier version, which kept no canonical links, was the last to visit some pages; aranea crawl --refresh all visits them again."
	}
	return text
}
