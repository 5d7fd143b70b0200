package html

import (
	"bytes"
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the parts of a page.
const (
	maxParts     = 50_000    // identifiers
	maxPartLinks = 10_000    // links with fragments, those within the page as well
	maxPartBytes = 256 << 10 // of their fragments
	keptParts    = 4 << 10   // memory for as many of each is kept for the next page
)

// parts collects the identifiers of the elements of a page, and its links with fragments.
type parts struct {
	on    bool
	cut   bool // the document was
	full  bool // there are more identifiers
	ids   []uint32
	links []partLink
	names []byte // the fragments, one after another
	open  int    // the link that is open, -1 for none
}

// A partLink is a link with a fragment while the page is read.
type partLink struct {
	url        weburl.URL
	place      int // the number of the URL in the page
	how        aranea.How
	name       [2]int // start and end of the fragment
	start, end uint32 // of the words
}

func (s *parts) reset() {
	s.full, s.open = false, -1
	s.ids, s.links, s.names = s.ids[:0], s.links[:0], s.names[:0]
}

// identify adds the identifiers of the element of a start tag: its id, and the name of an a
// element (HTML, "find a potential indicated element").
func (s *parts) identify(tag atom.Atom, z *lexer.Lexer) {
	if id, _ := z.Lookup("id"); len(id) > 0 {
		s.identified(id)
	}
	if tag != atom.A {
		return
	}
	if name, _ := z.Lookup("name"); len(name) > 0 {
		s.identified(name)
	}
}

func (s *parts) identified(id []byte) {
	if s.full = s.full || len(s.ids) == maxParts; !s.full {
		s.ids = append(s.ids, fragment.Hash(id))
	}
}

// link adds a reference that was resolved, if it has a fragment.
func (s *parts) link(ref []byte, u weburl.URL, place int, how aranea.How) {
	if how != aranea.HowAnchor && how != aranea.HowArea || place < 0 || bytes.IndexByte(ref, '#') < 0 {
		return
	}
	name := weburl.EscapeFragment(string(fragment.Of(ref)))
	if name == "" || len(name) > fragment.Max || len(s.links) == maxPartLinks || len(s.names)+len(name) > maxPartBytes {
		return
	}
	from := len(s.names)
	s.names = append(s.names, name...)
	s.links = append(s.links, partLink{url: u, place: place, how: how, name: [2]int{from, len(s.names)}})
	if how == aranea.HowAnchor {
		s.open = len(s.links) - 1
	}
}

// words adds words to the link that is open.
func (s *parts) words(start, end int) {
	if s.open < 0 {
		return
	}
	l := &s.links[s.open]
	if l.start == l.end {
		l.start = uint32(start)
	}
	l.end = uint32(end)
}

// finish returns the parts of a page, nil if they are not read. What a page without content of its
// own has is made by scripts.
func (s *parts) finish(page *aranea.Page) *aranea.Parts {
	if !s.on {
		return nil
	}
	out := &aranea.Parts{Unknown: s.full || s.cut || page.NeedsScript || page.FromData}
	if !out.Unknown {
		out.IDs = slices.Clone(fragment.SetOf(s.ids))
	}
	name := func(l *partLink) []byte { return s.names[l.name[0]:l.name[1]] }
	slices.SortStableFunc(s.links, func(a, b partLink) int {
		return cmp.Or(cmp.Compare(a.place, b.place), bytes.Compare(name(&a), name(&b)))
	})
	last := (*partLink)(nil) // the link before, which out has if kept is set
	kept := false
	for i := range s.links {
		l := &s.links[i]
		if last != nil && last.place == l.place && bytes.Equal(name(last), name(l)) {
			if k := len(out.Links) - 1; kept && out.Links[k].Start == out.Links[k].End {
				out.Links[k].Start, out.Links[k].End = l.start, l.end
			}
			continue
		}
		text := string(name(l))
		if last, kept = l, l.url != page.URL || !out.Unknown && !out.IDs.Has(text); kept {
			out.Links = append(out.Links, aranea.PartLink{URL: l.url, How: l.how, Fragment: text, Start: l.start, End: l.end})
		}
	}
	s.shrink()
	return out
}

// shrink releases memory that few pages need.
func (s *parts) shrink() {
	clear(s.links)
	if cap(s.ids) > keptParts {
		s.ids = nil
	}
	if cap(s.links) > keptParts {
		s.links, s.names = nil, nil
	}
}
