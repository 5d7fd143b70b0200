package document

import (
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// A Record is what an index keeps of a page besides its words.
type Record struct {
	URL         string
	Title       string
	Heading     string // the first heading, at most 500 bytes
	Description string // the meta description, at most 500 bytes
	Lang        string // ISO 639-1 or "und"
	Format      string // the name of the format it was read in, for example "pdf"
	FetchedAt   time.Time
	Date        time.Time // what the page or its server says; zero for nothing; see Dated
	DateKind    DateKind  // the kind of Date
	Depth       uint16
	Version     uint32
	Elements    []Element
	MaxSnippet  uint32    // characters that a snippet may have; 0 for any number
	Expires     time.Time // from then on the page must not be found; zero for never
}

// An Element is a block element on the page's position axis: it takes the positions First to
// First+Words-1.
type Element struct {
	Kind  aranea.ElementKind
	Zone  aranea.Zone
	First uint32
	Words uint32
}

// Words returns the number of positions of all elements.
func (r *Record) Words() uint64 {
	var n uint64
	for _, e := range r.Elements {
		n += uint64(e.Words)
	}
	return n
}

// Expired reports whether the owner of the page wants it to be gone by now.
func (r *Record) Expired(now time.Time) bool { return !r.Expires.IsZero() && !now.Before(r.Expires) }

// ShowsMore reports whether more of the page may be shown, or for longer, than the limits of a
// change permit. The text that is kept of the page has so many bytes.
func (r *Record) ShowsMore(text int, limits *aranea.IndexChange) bool {
	switch {
	case text > 0 && (!limits.Snippet || limits.NoCopy):
		return true
	case text > 0 && limits.MaxSnippet > 0 && (r.MaxSnippet == 0 || r.MaxSnippet > limits.MaxSnippet):
		return true
	}
	return !limits.Expires.IsZero() && (r.Expires.IsZero() || r.Expires.After(limits.Expires)) // the index keeps whole seconds, rounded down
}

// WordsIn returns the number of positions in each zone.
func (r *Record) WordsIn() (in [aranea.Zones]uint64) {
	for _, e := range r.Elements {
		if int(e.Zone) < len(in) {
			in[e.Zone] += uint64(e.Words)
		}
	}
	return in
}

// Zones describes in words how many words each zone has.
func (r *Record) Zones() string {
	var parts []string
	for z, words := range r.WordsIn() {
		if words > 0 || z == int(aranea.ZoneMain) {
			parts = append(parts, fmt.Sprintf("%s %s", aranea.Zone(z), show.Count(int(words), "word")))
		}
	}
	return strings.Join(parts, ", ")
}

// TitleInterval returns the positions of the title; the interval is empty if there is no title.
func (r *Record) TitleInterval() (first, end uint32) {
	for _, e := range r.Elements {
		if e.Kind == aranea.ElementTitle {
			return e.First, e.First + e.Words
		}
	}
	return 0, 0
}
