// Package domain finds the sites of an index below a shared domain such as org or co.uk, and those that
// a word names.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads the terms and columns of an
// index snapshot.
package domain

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/postings"
)

// Most is how many names of sites and hosts are looked at for one operator. Memory and time
// grow with their number, about a millisecond for 1,000 (BenchmarkBelow at a load of 15).
const Most = 1 << 18

// SiteTerm begins the terms of site names, and of the hosts on these sites.
const SiteTerm = segment.PrefixFilter + "site:"

// Above returns the domain in the value of site: if it is a public suffix such as org or co.uk;
// "" if the value is a site, a host or an address.
func Above(value string) string {
	name := strings.TrimPrefix(filter.Of(query.Site, value), query.Site.String()+":")
	if last := name[strings.LastIndexByte(name, '.')+1:]; last == "" || strings.Trim(last, "0123456789") == "" || strings.ContainsAny(name, "[ ") {
		return ""
	}
	if suffix, _ := publicsuffix.PublicSuffix(name); suffix != name {
		return ""
	}
	return name
}

// Narrowed reports whether a query is narrowed to one site or host, whose pages are then not spread.
func Narrowed(tree query.Tree) bool {
	site := tree.Find(query.Site)
	return site != "" && Above(site) == "" || tree.Find(query.Host) != ""
}

// Sites are the sites below a domain. They are safe for concurrent use.
type Sites struct {
	Seen int       // names of sites that were looked at
	Hint hint.Hint // about what was left out; empty for nothing
	ids  map[uint32]struct{}
}

// Below returns the sites of a snapshot below a domain, and the domain itself if it is a host
// with pages. A column has 32 bits for a site, so a site of another domain may be mistaken for
// one of these: with a quarter of a million sites, one in 16,000.
func Below(snap *index.Snapshot, domain string) (*Sites, error) { return below(snap, domain, Most) }

func below(snap *index.Snapshot, domain string, most int) (*Sites, error) {
	out := &Sites{ids: map[uint32]struct{}{}}
	from, to := []byte(SiteTerm), []byte(SiteTerm+"\xff")
	for seg := range snap.Segments() {
		more, err := snap.VisitTerms(seg, nil, from, to, most-out.Seen, func(term []byte, _ int) {
			out.Seen++
			if name := term[len(SiteTerm):]; lies(name, domain) && isSite(string(name)) {
				out.ids[segment.SiteOf(string(name))] = struct{}{}
			}
		})
		if err != nil {
			return nil, err
		}
		if more {
			out.Hint = hint.Hint{Code: hint.ManySites, Value: domain, N: most}
			break
		}
	}
	if len(out.ids) == 0 && out.Hint == (hint.Hint{}) {
		out.Hint = filter.Missing(query.Site, domain)
	}
	return out, nil
}

// lies reports whether a name is a domain or below it.
func lies(name []byte, domain string) bool {
	above := len(name) - len(domain)
	return above >= 0 && string(name[above:]) == domain && (above == 0 || name[above-1] == '.')
}

// isSite reports whether a name is a site rather than a host on one.
func isSite(name string) bool {
	site, err := publicsuffix.EffectiveTLDPlusOne(name)
	return err != nil || site == name
}

// Has reports whether a document is on one of the sites.
func (s *Sites) Has(snap *index.Snapshot, seg int, doc uint32) bool {
	_, ok := s.ids[snap.Column(seg, doc).Site]
	return ok
}

// Keep removes from a set the documents of a window that are on none of the sites.
func (s *Sites) Keep(set *postings.Bits, w *postings.Sweep) {
	for at := range set.Each {
		if !s.Has(w.Snap, w.Seg, w.From+at) {
			set.Remove(at)
		}
	}
}
