// Package signals tells the static rank of pages, whether they have newer versions or translations or are of a
// list, and what of their titles is their site's, by their place in a snapshot. The tables know pages by key; what they say is cached, because the same
// pages are asked about again and again while their segment exists.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and the tables.
package signals

import (
	"encoding/binary"
	"math"
	"sync/atomic"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/segmentcache"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/versions"
)

// Tables are what is known of pages by their keys; nil tables know nothing.
type Tables struct {
	Ranks    *rank.Table
	Versions *versions.Table
	Titles   *sitename.Titles
}

// In returns what is known of the documents of the index of pages, or of that of links, whose titles are words of links.
func (t Tables) In(links bool) Tables {
	if links {
		t.Titles = nil
	}
	return t
}

// A Cache keeps the signals of the pages of one index, in sixteen bytes per page. The zero value
// is empty. It is safe for concurrent use.
type Cache struct {
	columns segmentcache.Cache[Tables, column, atomic.Uint64]
	works   segmentcache.Cache[Tables, works, atomic.Uint32]
	affixes segmentcache.Cache[Tables, affixes, atomic.Uint32]
}

// Works caches the works of the documents of a segment, each with one added: 0 is not known yet.
type works []atomic.Uint32

// Affixes caches the affixes of titles, one byte for each number, and the highest bit says that they are known.
type affixes []atomic.Uint32

// A column has the signals of the documents of a segment: from the lowest bit three levels and
// the number of newer versions, one byte each, then the page or list that it is one of, and the
// highest bit says that all this is known.
type column []atomic.Uint64

const (
	known    = 1 << 63
	pageBits = 31
)

// Ranks are the signals of the pages of a snapshot. They are safe for concurrent use.
type Ranks struct {
	tables  Tables
	snap    *index.Snapshot
	columns []column
	works   []works
	affixes []affixes
	alike   bool // an older version loses nothing
}

// Of returns what tables say of the pages of a snapshot; nil if that is nothing. What is cached of
// other tables, or of segments that the snapshot does not have, is dropped.
func (m *Cache) Of(snap *index.Snapshot, tables Tables) *Ranks {
	if tables.Ranks == nil && tables.Versions.Len() == 0 && tables.Titles.Most() == 0 {
		return nil
	}
	columns := m.columns.Columns(snap, tables, func(docs int) column { return make(column, docs) })
	of := m.works.Columns(snap, tables, func(docs int) works { return make(works, docs) })
	r := &Ranks{tables: tables, snap: snap, columns: columns, works: of}
	if tables.Titles.Most() > 0 {
		r.affixes = m.affixes.Columns(snap, tables, func(docs int) affixes { return make(affixes, docs) })
	}
	return r
}

// The largest additions to a score, as shares of the sum of the words' rarities.
// docs/ranking.md tells how they were chosen.
const (
	pageShare  = 0.10 // link popularity of the page
	siteShare  = 0.05 // link popularity of its site
	sitesShare = 0.10 // number of other sites that link to it

	// Most is the sum of these.
	Most = pageShare + siteShare + sitesShare

	// A page with a newer version loses olderShare, and stepShare more for each further one, of
	// mostSteps at most.
	olderShare, stepShare, mostSteps = 0.20, 0.01, 10

	// A list of other pages on a single page loses singleShare: it repeats the beginnings of these, and is shorter.
	singleShare = 0.8

	// A page of a list that is not the first loses laterShare.
	laterShare = 0.10
)

// Most returns the largest addition of ranks, 0 if there are none.
func (r *Ranks) Most() float64 {
	if r == nil || r.tables.Ranks == nil {
		return 0
	}
	return Most
}

// Parts returns what the signals of a document add to its score, as shares of the sum of the
// words' rarities.
func (r *Ranks) Parts(seg int, doc uint32) (parts [4]score.Part) {
	if r == nil {
		return parts
	}
	s := r.facts(seg, doc)
	parts[0] = score.Part{Name: "rank: links to the page", Value: pageShare / 255 * float64(s.Levels.Page)}
	parts[1] = score.Part{Name: "rank: links to its site", Value: siteShare / 255 * float64(s.Site)}
	parts[2] = score.Part{Name: "rank: sites that link to it", Value: sitesShare / 255 * float64(s.Sites)}
	if s.Place.Page == versions.SingleList {
		parts[3] = score.Part{Name: "list of other pages", Value: -singleShare}
	} else if n := s.Older; versions.IsList(s.Place.Page) && n > 0 {
		parts[3] = score.Part{Name: "later page of a list", Value: -laterShare}
	} else if n > 0 && !r.alike {
		parts[3] = score.Part{Name: "older version, not translated, or a source", Value: -olderShare - stepShare*float64(min(n-1, mostSteps))}
	}
	return parts
}

// For returns the ranks as they count for a query. If it asks for a part of a site, which may be a
// version of its manual, older versions lose nothing.
func (r *Ranks) For(tree query.Tree) *Ranks {
	if r == nil || !tree.Root.Narrows() {
		return r
	}
	out := *r
	out.alike = true
	return &out
}

// OfSite returns how popular the site of a document is among all, 0 if there are no ranks.
func (r *Ranks) OfSite(seg int, doc uint32) uint8 {
	if r == nil {
		return 0
	}
	return r.Levels(seg, doc).Site
}

// Levels returns the ranks of a document.
func (r *Ranks) Levels(seg int, doc uint32) rank.Levels { return r.facts(seg, doc).Levels }

// Page returns the page that a document is one of several versions of, or the list that it is one of several pages of;
// 0 if it is of none.
func (r *Ranks) Page(seg int, doc uint32) uint32 { return r.Place(seg, doc).Page }

// Place returns which version of a page, or page of a list, a document is; Work tells which work.
func (r *Ranks) Place(seg int, doc uint32) versions.Place {
	if r == nil {
		return versions.Place{}
	}
	return r.facts(seg, doc).Place
}

// Work returns the work that a document is a translation or version of, 0 if it is known in one language.
func (r *Ranks) Work(seg int, doc uint32) uint32 {
	if r == nil {
		return 0
	}
	c := r.works[seg]
	if c != nil {
		if n := c[doc].Load(); n != 0 {
			return n - 1
		}
	}
	work := r.tables.Versions.Of(r.key(seg, doc)).Work
	if c != nil && work != math.MaxUint32 {
		c[doc].Store(work + 1)
	}
	return work
}

// Affix returns what of the title of a document is its site's.
func (r *Ranks) Affix(seg int, doc uint32) sitename.Affix {
	if r == nil || r.affixes == nil {
		return sitename.Affix{}
	}
	c := r.affixes[seg]
	if c != nil {
		if v := c[doc].Load(); v != 0 {
			return sitename.Affix{Front: uint8(v), Back: uint8(v >> 8), Of: uint8(v >> 16)}
		}
	}
	a := r.tables.Titles.Of(r.key(seg, doc))
	if c != nil {
		c[doc].Store(1<<31 | uint32(a.Of)<<16 | uint32(a.Back)<<8 | uint32(a.Front))
	}
	return a
}

// MostAffix returns how many words of a title are its site's at most.
func (r *Ranks) MostAffix() int {
	if r == nil {
		return 0
	}
	return r.tables.Titles.Most()
}

// Translations returns the short keys of the documents of a work, the newest version of each first.
func (r *Ranks) Translations(work uint32) (keys []segment.ShortKey) {
	if r == nil {
		return nil
	}
	for _, k := range r.tables.Versions.Translations(work) {
		var key segment.ShortKey
		binary.BigEndian.PutUint64(key[:], uint64(k))
		keys = append(keys, key)
	}
	return keys
}

// key returns the key of a document in the tables.
func (r *Ranks) key(seg int, doc uint32) rank.Key {
	key := r.snap.Key(seg, doc)
	return rank.Key(binary.BigEndian.Uint64(key[:]))
}

// facts are what is known of a document.
type facts struct {
	rank.Levels
	versions.Place
}

// facts returns what is known of a document.
func (r *Ranks) facts(seg int, doc uint32) facts {
	c := r.columns[seg]
	if c != nil {
		if v := c[doc].Load(); v != 0 {
			return facts{rank.Levels{Page: uint8(v >> 16), Site: uint8(v >> 8), Sites: uint8(v)}, versions.Place{Page: uint32(v << 1 >> 33), Older: uint8(v >> 24)}}
		}
	}
	k := r.key(seg, doc)
	l, p := r.tables.Ranks.Levels(k), r.tables.Versions.Of(k)
	p.Work = 0 // that is kept in another column
	if p.Page &= 1<<pageBits - 1; c != nil {
		c[doc].Store(known | uint64(p.Page)<<32 | uint64(p.Older)<<24 | uint64(l.Page)<<16 | uint64(l.Site)<<8 | uint64(l.Sites))
	}
	return facts{l, p}
}
