// Package budget counts what is known of each site and each host: origins, URLs, and pages that
// were fetched by their first visit. It decides how many more a site may store.
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself. Nothing
// of it is stored: it is computed from the records of the origins when the frontier is opened.
// Stability: engine. It is not safe for concurrent use.
package budget

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// A Key stands for the name of a site or a host. Names with the same key share their counts; it
// is infeasible to make a name with the key of another.
type Key uint64

// KeyOf returns the key of a name.
func KeyOf(name string) Key {
	sum := sha256.Sum256([]byte(name))
	return Key(binary.BigEndian.Uint64(sum[:]))
}

// A Site counts what is known of a registrable domain.
type Site struct {
	Origins uint32
	Entries uint32 // URLs
	Pages   uint32 // first visits that fetched a page
	Links   uint32 // targets of links that are only checked
}

// What a site may occupy on the disk grows with its fetched pages: the owner of a zone can
// create any number of names and URLs.
const (
	SiteEntries        = 1_000_000 // URLs of a site that are stored
	siteEntriesForPage = 100       // additional ones for each fetched page
	SiteOrigins        = 10_000    // origins of a site that are stored
	siteOriginsForPage = 10        // additional ones for each fetched page
)

// Full returns why a new URL of a site is not stored, "" if it is; with origin, it is of a new
// origin as well.
func (s Site) Full(origin bool) string {
	if most := SiteEntries + siteEntriesForPage*uint64(s.Pages); uint64(s.Entries) >= most {
		return fmt.Sprintf("%d URLs of the site are known, which has given %d pages", s.Entries, s.Pages)
	}
	if most := SiteOrigins + siteOriginsForPage*uint64(s.Pages); origin && uint64(s.Origins) >= most {
		return fmt.Sprintf("%d origins of the site are known, which has given %d pages", s.Origins, s.Pages)
	}
	return ""
}

// Limits of the targets of links that are only checked. Others could make the robot ask any site for
// any number of URLs.
const (
	SiteLinks = 500    // of one site, unless the operator says otherwise
	AllLinks  = 20_000 // of all sites
)

// FullOfLinks returns why no further target of a link of a site is checked, given how many are in
// all and how many of a site may be, 0 for SiteLinks; "" if it is.
func (s Site) FullOfLinks(all, most uint64) string {
	switch most = cmp.Or(most, SiteLinks); {
	case uint64(s.Links) >= most:
		return fmt.Sprintf("%d URLs of the site are checked, limit %d", s.Links, most)
	case all >= AllLinks:
		return fmt.Sprintf("%d URLs are checked, limit %d", all, uint64(AllLinks))
	}
	return ""
}

// A Book holds the counts of all sites and hosts, in about 34 bytes for each site and 17 for
// each host with fetched pages, and the number of their new pages under way.
type Book struct {
	sites table[Site]
	hosts table[uint32] // pages

	sitesOut, hostsOut map[Key]uint32 // pages under way; without zero values
}

// NewBook returns an empty book.
func NewBook() Book {
	return Book{sitesOut: map[Key]uint32{}, hostsOut: map[Key]uint32{}}
}

// Bytes returns how much memory the book takes.
func (b *Book) Bytes() int { return b.sites.bytes() + b.hosts.bytes() }

// Site returns the counts of a site.
func (b *Book) Site(site Key) Site { return b.sites.of(site) }

// HostPages returns the number of pages of a host that were fetched by their first visit.
func (b *Book) HostPages(host Key) uint64 { return uint64(b.hosts.of(host)) }

// Load adds a known origin, by the names of its site and its host.
func (b *Book) Load(site, host string, entries, pages, links uint64) {
	key := KeyOf(site)
	s := b.sites.of(key)
	b.sites.set(key, Site{s.Origins + 1, s.Entries + uint32(entries), s.Pages + uint32(pages), s.Links + uint32(links)})
	if pages > 0 {
		b.addHost(KeyOf(host), pages)
	}
}

// AddOrigin adds one origin to a site.
func (b *Book) AddOrigin(site Key) {
	s := b.sites.of(site)
	s.Origins++
	b.sites.set(site, s)
}

// AddEntries adds n URLs to a site.
func (b *Book) AddEntries(site Key, n uint64) {
	s := b.sites.of(site)
	s.Entries += uint32(n)
	b.sites.set(site, s)
}

// ChangeLinks replaces a number of targets of links of a site by another one.
func (b *Book) ChangeLinks(site Key, from, to uint64) {
	if from == to {
		return
	}
	s := b.sites.of(site)
	s.Links += uint32(to) - uint32(from)
	b.sites.set(site, s)
}

// OverLinks returns of how many targets of links each site has more than may be of a site, 0 for
// SiteLinks.
func (b *Book) OverLinks(most uint64) map[Key]uint64 {
	most = cmp.Or(most, SiteLinks)
	over := map[Key]uint64{}
	for i := range b.sites.slots {
		if s := &b.sites.slots[i]; uint64(s.value.Links) > most {
			over[s.key()] = uint64(s.value.Links) - most
		}
	}
	return over
}

// AddPages adds n pages to a site and one of its hosts.
func (b *Book) AddPages(site, host Key, n uint64) {
	s := b.sites.of(site)
	s.Pages += uint32(n)
	b.sites.set(site, s)
	b.addHost(host, n)
}

func (b *Book) addHost(host Key, pages uint64) { b.hosts.set(host, b.hosts.of(host)+uint32(pages)) }

// Lend records that a new page of a host is under way.
func (b *Book) Lend(site, host Key) {
	b.sitesOut[site]++
	b.hostsOut[host]++
}

// Return records that it is over, whatever the result. Without a Lend it does nothing.
func (b *Book) Return(site, host Key) {
	end(b.sitesOut, site)
	end(b.hostsOut, host)
}

func end(out map[Key]uint32, k Key) {
	if out[k] <= 1 {
		delete(out, k)
		return
	}
	out[k]--
}

// Spent reports whether the fetched pages and those under way reach a limit of the site or the
// host; 0 means no limit.
func (b *Book) Spent(site, host Key, siteMax, hostMax uint64) bool {
	return hostMax > 0 && uint64(b.hosts.of(host))+uint64(b.hostsOut[host]) >= hostMax ||
		siteMax > 0 && uint64(b.sites.of(site).Pages)+uint64(b.sitesOut[site]) >= siteMax
}
