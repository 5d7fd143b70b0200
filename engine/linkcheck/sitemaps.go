package linkcheck

import (
	"context"
	"encoding/binary"
	"iter"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/crosssubmit"
	"github.com/aranea-search/aranea/engine/secrecy"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// The faults of sitemaps: why a page that one lists is not in the index, and those of pages and sitemaps.
// The last two are for information.
const (
	ListedMoved     = "redirect"    // it redirects
	ListedBroken    = "broken"      // it is missing or fails
	ListedDenied    = "denied"      // the robots file of its host denies it
	ListedNoIndex   = "noindex"     // it asks not to be indexed
	ListedCanonical = "canonical"   // it gives way to its canonical URL
	ListedCopy      = "copy"        // another page has its text, or stands in its place
	ListedOther     = "not-indexed" // it is not in the index for another reason
	Unlisted        = "unlisted"    // a page of the index that is in no sitemap
	ListedUnvisited = "not-visited" // it was not visited yet
	UnreadSitemap   = "unread"      // a sitemap that is missing or broken, perhaps one that nobody names any more
)

// maxListed is the number of pages that sitemaps list which are held at once: of more, those with other
// checksums are checked in another turn.
const maxListed = 2_000_000

// A sitemapChecking checks what sitemaps list, and the pages of the index.
type sitemapChecking struct {
	c      *Checker
	host   string
	secret *secrecy.Secrecy
	tell   func(Fault)
	counts FaultCounts

	hosts map[string]bool // those that a sitemap speaks for; true if one was not read, or not to its end
	turns uint64          // how often all sitemaps are read
	turn  uint64
	named map[uint64]bool // checksums of the pages of this turn
}

// checkSitemaps checks what sitemaps list of a host, "" for all, and yields the counts so far now and then,
// and at the end.
func (c *Checker) checkSitemaps(ctx context.Context, host string, tell func(Fault)) iter.Seq2[*FaultCounts, error] {
	return func(yield func(*FaultCounts, error) bool) {
		x := &sitemapChecking{c: c, tell: tell, counts: FaultCounts{Faults: map[string]int{}}, hosts: map[string]bool{}}
		err := x.begin(ctx, host)
		if err != nil {
			yield(nil, err)
			return
		}
		defer x.secret.Close()
		for x.turn = range x.turns {
			x.named = map[uint64]bool{}
			for err := range x.lists(ctx) {
				if !yield(&x.counts, err) || err != nil {
					return
				}
			}
			for e, err := range c.entries.Select(ctx, frontier.Filter{Host: x.host}) {
				if err == nil {
					err = x.entry(&e)
				}
				if !yield(&x.counts, err) || err != nil {
					return
				}
			}
		}
		yield(&x.counts, nil)
	}
}

// begin looks at which hosts sitemaps list pages of, and at how many.
func (x *sitemapChecking) begin(ctx context.Context, host string) (err error) {
	if x.host, err = x.c.hostOf(ctx, host); err != nil {
		return err
	}
	if x.secret, err = secrecy.Of(ctx, x.c.pages); err != nil {
		return err
	}
	all, by, vouched, counted := 0, weburl.URL{}, false, false
	for l, err := range x.c.graph.Lists(ctx) {
		if err == nil && l.By != by {
			by, counted = l.By, false
			vouched, err = x.isVouched(&l)
		}
		if err != nil {
			x.secret.Close()
			return err
		}
		some := x.noteHosts(&l, vouched)
		if x.host == "" { // each node of a cluster counts its own
			some = (some || l.Others) && !l.Told
		}
		if all += len(l.Pages); some && !counted {
			x.counts.Sitemaps++
			counted = true
		}
	}
	x.turns = uint64(all/x.c.held + 1)
	if err := x.unread(ctx); err != nil {
		x.secret.Close()
		return err
	}
	return nil
}

// noteHosts notes of which hosts a list should have all pages, and reports whether it lists any that are
// checked. One that is not vouched for speaks for its own site only.
func (x *sitemapChecking) noteHosts(l *linkgraph.List, vouched bool) (some bool) {
	last := ""
	for _, page := range l.Pages {
		at := hostPart(page)
		if at == last { // they are sorted
			continue
		}
		last = at
		u, err := weburl.Parse(page)
		if err != nil || x.host != "" && u.Host() != x.host {
			continue
		}
		some = true
		if vouched || u.Origin().Site() == l.By.Origin().Site() {
			x.hosts[u.Host()] = x.hosts[u.Host()] || l.Cut
		}
	}
	return some
}

// isVouched reports whether a sitemap may list all pages of another site. Of one that another node visits, that
// has told; or a robots file here has named it.
func (x *sitemapChecking) isVouched(l *linkgraph.List) (bool, error) {
	if l.Vouched {
		return true, nil
	}
	e, known, err := x.c.entries.Entry(l.By)
	if err != nil || !known {
		return false, err
	}
	return crosssubmit.IsVouched(x.c.entries, &e)
}

// hostPart returns a URL up to its path.
func hostPart(u string) string {
	scheme, rest, _ := strings.Cut(u, "://")
	if path := strings.IndexByte(rest, '/'); path >= 0 {
		return u[:len(scheme)+len("://")+path]
	}
	return u
}

// isNow reports whether a URL is checked in this turn, and its checksum.
func (x *sitemapChecking) isNow(u weburl.URL) (sum uint64, now bool) {
	id := u.ID()
	sum = binary.BigEndian.Uint64(id[weburl.OriginIDSize:])
	return sum, sum%x.turns == x.turn
}

// lists checks the pages that sitemaps list, and yields nil behind each part of a list.
func (x *sitemapChecking) lists(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		for l, err := range x.c.graph.Lists(ctx) {
			for i := range l.Pages {
				if err == nil {
					err = x.listed(l.Pages[i], l.By)
				}
			}
			if !yield(err) || err != nil {
				return
			}
		}
	}
}

// listed checks a page that a sitemap lists, once.
func (x *sitemapChecking) listed(page string, by weburl.URL) error {
	u, err := weburl.Parse(page)
	if err != nil {
		return &aranea.Error{Op: "check sitemaps", Kind: aranea.Corrupt, Obj: by.String(), Err: err}
	}
	sum, now := x.isNow(u)
	if x.host != "" && u.Host() != x.host || !now || x.named[sum] {
		return nil
	}
	x.named[sum] = true
	x.counts.Pages++
	e, known, err := x.c.known(u)
	if err != nil {
		return err
	}
	f := Fault{URL: u, By: by.String()}
	if known {
		err = x.judge(&e, &f)
	}
	switch {
	case err != nil:
		return err
	case f.Fault != "":
		x.add(f)
	case !known || !isFine(&e):
		x.counts.Unchecked++
	}
	return nil
}

// isFine reports whether a page is in the index, or not because of the operator alone.
func isFine(e *aranea.Entry) bool {
	return e.Found() && e.State != aranea.StateGone || e.Reason == aranea.ScopeNoIndex
}

// judge says what is wrong with an entry as a page of a sitemap, if that is known.
func (x *sitemapChecking) judge(e *aranea.Entry, f *Fault) error {
	if isFine(e) {
		all, err := x.c.graph.CanonicalsOf(e.URL)
		if to := other(all, e.URL); to != "" {
			f.Fault, f.To, f.Status, f.Reason = ListedCanonical, to, e.PageStatus(), aranea.DirectiveCanonical.String()
		}
		return err
	}
	v, t := judge(e)
	f.Status, f.Reason, f.Detail = t.Status, t.Reason, t.Detail
	switch {
	case v == broken:
		f.Fault = ListedBroken
	case e.Reason == aranea.DupExact:
		twin, known, err := x.c.entries.EntryByID(e.Twin)
		if err != nil {
			return err
		}
		if f.Fault = ListedCopy; known {
			f.To = twin.URL.String()
		}
	case e.Reason == aranea.DupCanonical:
		f.Fault, f.To = ListedCanonical, e.Target
	case e.Reason == aranea.DirectiveNoIndex, e.Reason == aranea.DirectiveExpired:
		f.Fault = ListedNoIndex
	case isDenied(e.Reason):
		f.Fault = ListedDenied
	case v == moved:
		f.Fault, f.LeadsTo = ListedMoved, e.Target
	case e.Reason == aranea.MirrorMoved, e.Reason == aranea.ScopeParameter, e.Reason == aranea.RobotsCleanParam:
		f.Fault, f.To = ListedCopy, e.Target
	case e.State == aranea.StateQueued && e.Visits == 0:
		f.Fault = ListedUnvisited
	case v == fine && e.Kind != aranea.KindLink:
		f.Fault = ListedOther
	}
	return nil
}

// entry checks whether an entry is a page that no sitemap lists, or a sitemap that was not read.
func (x *sitemapChecking) entry(e *aranea.Entry) error {
	if e.Kind == aranea.KindSitemap {
		return x.sitemap(e)
	}
	cut, has := x.hosts[e.URL.Host()]
	if !has || e.Kind != aranea.KindPage || e.State == aranea.StateGone || !e.Found() || e.Imported || !isHTML(e.MediaType) || x.secret.Covers(e.URL.ID()) {
		return nil
	}
	if sum, now := x.isNow(e.URL); !now || x.named[sum] {
		return nil
	}
	all, err := x.c.graph.CanonicalsOf(e.URL)
	switch {
	case err != nil || other(all, e.URL) != "":
		return err
	case cut:
		x.counts.Unsure++
	default:
		x.add(Fault{Fault: Unlisted, URL: e.URL})
	}
	return nil
}

// other returns the one page that another one names as its canonical URL, "" if it names none, several, or
// itself.
func other(all []weburl.URL, page weburl.URL) string {
	if len(all) == 1 && all[0] != page {
		return all[0].String()
	}
	return ""
}

// isHTML reports whether a page is one of those that sitemaps are expected to list.
func isHTML(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// add counts and tells a fault.
func (x *sitemapChecking) add(f Fault) {
	x.counts.Faults[f.Fault]++
	x.tell(f)
}

// ofSitemaps describes what is known beside the faults of sitemaps.
func (n *FaultCounts) ofSitemaps() string {
	text := "No sitemap that lists pages is known."
	if n.Sitemaps > 0 {
		text = show.Count(n.Sitemaps, "sitemap") + " with " + show.Count(n.Pages, "page") + "."
	}
	text += n.notes(Sitemaps, map[string]string{ListedUnvisited: " not visited yet", UnreadSitemap: " named as sitemap, missing or broken at the last visit"})
	if n.Unchecked > 0 {
		text += "\nNot checked: " + show.Count(n.Unchecked, "page") + ", out of scope, removed, or not answered to robots."
	}
	if n.Unsure > 0 {
		text += "\nNot known: whether sitemaps list " + show.Count(n.Unsure, "page") + " of the index, because some were not read, or not to their end."
	}
	if n.Older {
		text += "\nNot complete: an earlier version, which did not keep what they list, was the last to read some sitemaps; aranea crawl --refresh all reads them again."
	}
	return text
}
