// Package domain finds the sites of an index below a domain that names more than one:
// org, co.uk.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads the terms and columns of
// an index snapshot.
package domain

import (
	"fmt"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/filter"
	"github.com/aranea-search/aranea/search/lists"
)

// Most is how many names of sites and hosts of an index are looked at for one operator: it
// takes memory and time by their number, a millisecond for 1,000 (BenchmarkBelow at a load
// of 15).
const Most = 1 << 18

// siteTerm begins the terms of names of sites, and of the hosts on them.
const siteTerm = segment.PrefixFilter + "site:"

// Above returns the domain that the value of site: names if its sites are those below it,
// a public suffix such as org or co.uk; "" if it is a site, a host or an address.
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

// Sites are those below a domain. They are safe for concurrent use.
type Sites struct {
	Seen int    // names of sites that were looked at
	Hint string // what was left out, a sentence
	ids  map[uint32]struct{}
}

// Below returns the sites of a snapshot that lie below a domain, and the domain itself
// where it is a host with pages. A column has 32 bits for a site: one of another domain
// may be taken for one of these by chance, with a quarter of a million one of 16,000.
func Below(snap *index.Snapshot, domain string) (*Sites, error) { return below(snap, domain, Most) }

func below(snap *index.Snapshot, domain string, most int) (*Sites, error) {
	out := &Sites{ids: map[uint32]struct{}{}}
	from, to := []byte(siteTerm), []byte(siteTerm+"\xff")
	for seg := range snap.Segments() {
		more, err := snap.VisitTerms(seg, nil, from, to, most-out.Seen, func(term []byte, _ int) {
			out.Seen++
			if name := term[len(siteTerm):]; lies(name, domain) && isSite(string(name)) {
				out.ids[segment.SiteOf(string(name))] = struct{}{}
			}
		})
		if err != nil {
			return nil, err
		}
		if more {
			out.Hint = fmt.Sprintf("The index has more sites than %d; site:%s names only those of so many.", most, domain)
			break
		}
	}
	if len(out.ids) == 0 && out.Hint == "" {
		out.Hint = filter.Missing(query.Site, domain)
	}
	return out, nil
}

// lies reports whether a name is a domain or lies below it.
func lies(name []byte, domain string) bool {
	above := len(name) - len(domain)
	return above >= 0 && string(name[above:]) == domain && (above == 0 || name[above-1] == '.')
}

// isSite reports whether a name is that of a site, not of a host on one.
func isSite(name string) bool {
	site, err := publicsuffix.EffectiveTLDPlusOne(name)
	return err != nil || site == name
}

// Has reports whether a document is on one of the sites.
func (s *Sites) Has(snap *index.Snapshot, seg int, doc uint32) bool {
	_, ok := s.ids[snap.Column(seg, doc).Site]
	return ok
}

// Keep removes the documents of a window that are on none of the sites from a set.
func (s *Sites) Keep(set *lists.Bits, w *lists.Sweep) {
	for at := range set.Each {
		if !s.Has(w.Snap, w.Seg, w.From+at) {
			set.Remove(at)
		}
	}
}
